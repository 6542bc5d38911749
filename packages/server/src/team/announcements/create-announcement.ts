import { AnnouncementResponse, CreateAnnouncementRequest } from '@player-support/contract/team/announcements';
import { canAccessProject } from '../../domain/access.ts';
import { newId } from '../../domain/ids.ts';
import { parseDateTime } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { presentAnnouncement } from './present-announcement.ts';

function time(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : (parseDateTime(text) ?? null);
}

export const createAnnouncement = operation({
  id: 'CreateAnnouncement',
  summary: 'Create an announcement',
  description: 'It appears in the inbox of every player of the project.',
  method: 'POST',
  url: '/api/v1/team/announcements',
  auth: 'team',
  role: 'admin',
  body: CreateAnnouncementRequest,
  success: { status: 201, schema: AnnouncementResponse },

  async handle(call, { store, projectCache, live }) {
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
      const project = canAccessProject(caller, body.projectId) ? await tx.projects.byId(body.projectId) : undefined;
      if (project === undefined) errors.projectId = ['Must be the id of a project.'];
      if (Object.keys(errors).length > 0) throw new AppError('validation', { errors });
      await tx.announcements.insert(announcement);
      return [undefined, { target: announcement.announcement_id, projectId: body.projectId }];
    });
    projectCache.forget(body.projectId);
    live.settingsChanged('announcements');
    return {
      status: 201,
      body: presentAnnouncement(announcement),
      headers: { location: `/api/v1/team/announcements/${announcement.announcement_id}` },
    };
  },
});
