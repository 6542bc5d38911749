import {
  AnnouncementResponse,
  AnnouncementsQuery,
  AnnouncementsResponse,
  CreateAnnouncementRequest,
} from '@player-support/contract/team';
import type { Static } from 'typebox';
import { mayEnter } from '../domain/access.ts';
import { newId } from '../domain/ids.ts';
import { parseDateTime } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { audited } from './audited.ts';
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
  role: 'admin',
  body: CreateAnnouncementRequest,
  success: { status: 201, schema: AnnouncementResponse },
  failures: problems(400, 401, 403, 429),

  async handle(call, { store, directory, live }) {
    const { body, caller, now } = call;
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
    await audited(call, store, async (tx) => {
      const project = mayEnter(caller, body.projectId) ? await tx.projects.byId(body.projectId) : undefined;
      if (project === undefined) errors.projectId = ['Must be the id of a project.'];
      if (Object.keys(errors).length > 0) throw new AppError('validation', { errors });
      await tx.announcements.insert(announcement);
      return [undefined, { target: announcement.announcement_id, projectId: body.projectId }];
    });
    directory.forget(body.projectId);
    live.settingsChanged('announcements');
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
  role: 'viewer',
  query: AnnouncementsQuery,
  success: { status: 200, schema: AnnouncementsResponse },
  failures: problems(400, 401, 429),

  async handle({ caller, query }, { store }) {
    const { projectId } = query as Static<typeof AnnouncementsQuery>;
    const rows = await (projectId === undefined
      ? store.announcements.list()
      : store.announcements.listOfProject(projectId));
    return {
      status: 200,
      body: { announcements: rows.filter(({ project_id }) => mayEnter(caller, project_id)).map(presentAnnouncement) },
    };
  },
});

export const deleteAnnouncement = operation({
  id: 'DeleteAnnouncement',
  summary: 'Take an announcement out of every inbox',
  method: 'DELETE',
  url: `${URL}/:announcementId`,
  auth: 'team',
  role: 'admin',
  success: { status: 204 },
  failures: problems(401, 403, 404, 429),

  async handle(call, { store, directory, live }) {
    const { caller, params } = call;
    const projectId = await audited(call, store, async (tx) => {
      const announcement = await tx.announcements.byId(params.announcementId ?? '');
      if (announcement === undefined || !mayEnter(caller, announcement.project_id)) throw new AppError('not-found');
      const { announcement_id: target, project_id } = announcement;
      await tx.announcements.remove(target);
      return [project_id, { target, projectId: project_id }];
    });
    directory.forget(projectId);
    live.settingsChanged('announcements');
    return { status: 204 };
  },
});
