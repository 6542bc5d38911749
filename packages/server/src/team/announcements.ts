import {
  AnnouncementResponse,
  AnnouncementsQuery,
  AnnouncementsResponse,
  CreateAnnouncementRequest,
} from '@player-support/contract/team';
import type { Static } from 'typebox';
import { newId } from '../domain/ids.ts';
import { parseDateTime } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { presentAnnouncement } from './present.ts';

const URL = '/api/v1/team/announcements';

function time(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : (parseDateTime(text) ?? null);
}

export const createAnnouncement = operation({
  id: 'CreateAnnouncement',
  summary: 'Show a message in the inbox of every player of a project',
  method: 'POST',
  url: URL,
  auth: 'team',
  body: CreateAnnouncementRequest,
  success: { status: 201, schema: AnnouncementResponse },
  failures: problems(400, 401, 429),

  async handle({ body, now }, { store, directory }) {
    const announcement = {
      announcement_id: newId('announcement', now),
      project_id: body.projectId,
      title: body.title,
      body: body.body,
      starts_at: time(body.startsAt),
      ends_at: time(body.endsAt),
      created_at: now,
    };
    const errors: Record<string, string[]> = {};
    if (announcement.ends_at !== null && announcement.ends_at <= Math.max(now, announcement.starts_at ?? now)) {
      errors.endsAt = ['Must be in the future and after startsAt.'];
    }
    await store.transaction(async (tx) => {
      if ((await tx.projects.byId(body.projectId)) === undefined) errors.projectId = ['Must be the id of a project.'];
      if (Object.keys(errors).length > 0) throw new AppError('validation', { errors });
      await tx.announcements.insert(announcement);
    });
    directory.forget(body.projectId);
    return {
      status: 201,
      body: presentAnnouncement(announcement),
      headers: { location: `${URL}/${announcement.announcement_id}` },
    };
  },
});

export const listAnnouncements = operation({
  id: 'ListAnnouncements',
  summary: 'List announcements, newest first',
  method: 'GET',
  url: URL,
  auth: 'team',
  query: AnnouncementsQuery,
  success: { status: 200, schema: AnnouncementsResponse },
  failures: problems(400, 401, 429),

  async handle({ query }, { store }) {
    const { projectId } = query as Static<typeof AnnouncementsQuery>;
    const rows = await (projectId === undefined
      ? store.announcements.list()
      : store.announcements.listOfProject(projectId));
    return { status: 200, body: { announcements: rows.map(presentAnnouncement) } };
  },
});

export const deleteAnnouncement = operation({
  id: 'DeleteAnnouncement',
  summary: 'Take an announcement out of every inbox',
  method: 'DELETE',
  url: `${URL}/:announcementId`,
  auth: 'team',
  success: { status: 204 },
  failures: problems(401, 404, 429),

  async handle({ params }, { store, directory }) {
    const projectId = await store.transaction(async (tx) => {
      const announcement = await tx.announcements.byId(params.announcementId ?? '');
      if (announcement === undefined) throw new AppError('not-found');
      await tx.announcements.remove(announcement.announcement_id);
      return announcement.project_id;
    });
    directory.forget(projectId);
    return { status: 204 };
  },
});
