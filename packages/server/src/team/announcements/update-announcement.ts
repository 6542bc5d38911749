import { ANNOUNCEMENT_LOCK_SECONDS } from '@player-support/contract/limits';
import { AnnouncementResponse, UpdateAnnouncementRequest } from '@player-support/contract/team/announcements';
import { hasStarted } from '../../domain/announcements.ts';
import { SECOND } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { lockGrantor } from '../grants.ts';
import { announcementValues, checkAnnouncement, requireRoom, requireVisible, startOf } from './check-announcement.ts';
import { presentAnnouncement, revisionOf } from './present-announcement.ts';

export const updateAnnouncement = operation({
  id: 'UpdateAnnouncement',
  tag: 'Announcements',
  summary: 'Update an announcement',
  description: `Absent fields do not change. Only until ${ANNOUNCEMENT_LOCK_SECONDS} seconds before its start, so that no player sees two versions of it.`,
  method: 'PATCH',
  url: '/api/v1/team/announcements/:announcementId',
  auth: 'team',
  role: 'admin',
  body: UpdateAnnouncementRequest,
  audited: true,
  needs: ['projectCache'],
  success: { status: 200, schema: AnnouncementResponse },
  failures: [409],

  async handle(call, { store, clock, projectCache, live }) {
    const { body, caller, params } = call;
    const { before, after } = await store.transaction(async (tx) => {
      // First, as everywhere where a member and an announcement are locked.
      const author = await lockGrantor(tx, caller, call.now);
      const before = requireVisible(author, await tx.announcements.lock(params.announcementId));
      // It may have begun while this request waited for the lock.
      const now = clock();
      if (hasStarted(before, now + ANNOUNCEMENT_LOCK_SECONDS * SECOND)) throw new AppError('announcement-begun');
      if (body.revision !== undefined && body.revision !== revisionOf(before))
        throw new AppError('announcement-changed');
      // "At once" is now: a poll leaves out what is older than its `since`.
      const { projectId: project_id = before.project_id, startsAt, startsInSeconds } = body;
      const keepsStart = startsAt === undefined && startsInSeconds === undefined;
      const starts_at = keepsStart ? before.starts_at : Math.max(startOf(body, now) ?? now, now);
      // A withheld announcement is sent again unless it has ended.
      const own = { author_id: caller.id, retracted_at: null };
      const after = { ...before, ...announcementValues(before, body), project_id, starts_at, ...own };
      await checkAnnouncement(tx, author, after, now);
      await requireRoom(tx, after, now, before);
      await tx.announcements.update(after);
      const changed = FIELDS.filter((name) => name in body || (name === 'startsAt' && startsInSeconds !== undefined));
      await record(tx, call, { target: after.announcement_id, projectId: project_id, details: { changed } });
      return { before, after };
    });
    for (const id of new Set([before.project_id, after.project_id])) projectCache.forget(id);
    live.settingsChanged('announcements');
    return { status: 200, body: presentAnnouncement(after) };
  },
});

const FIELDS = Object.keys(UpdateAnnouncementRequest.properties).filter(
  (name) => name !== 'revision' && name !== 'startsInSeconds',
);
