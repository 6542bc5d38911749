import { AnnouncementResponse, CreateAnnouncementRequest } from '@player-support/contract/team/announcements';
import { newId } from '../../domain/ids.ts';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { checkAnnouncement, timeOf } from './check-announcement.ts';
import { presentAnnouncement } from './present-announcement.ts';

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
      starts_at: timeOf(body.startsAt),
      ends_at: timeOf(body.endsAt),
      created_at: now,
    };
    await audited(call, store, async (tx) => {
      await checkAnnouncement(tx, caller, announcement, now);
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
