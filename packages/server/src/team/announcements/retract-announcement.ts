import { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { isShown } from '../../domain/announcements.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { requireVisible } from './check-announcement.ts';
import { presentAnnouncement } from './present-announcement.ts';

export const retractAnnouncement = operation({
  id: 'RetractAnnouncement',
  tag: 'Announcements',
  summary: 'Retract an announcement',
  description:
    'Ends one that players see now: it is in no inbox that is loaded from then on, also of players who have read it. The team still sees it, and how many players read it.',
  method: 'POST',
  url: '/api/v1/team/announcements/:announcementId/retract',
  auth: 'team',
  role: 'admin',
  audited: true,
  needs: ['projectCache'],
  success: { status: 200, schema: AnnouncementResponse },
  failures: [409],

  async handle(call, { store, clock, projectCache, live }) {
    const { caller, params } = call;
    const retracted = await audited(call, store, async (tx) => {
      const before = requireVisible(caller, await tx.announcements.lock(params.announcementId));
      // It may have ended while this request waited for the lock.
      const now = clock();
      if (!isShown(before, now)) throw new AppError('announcement-not-shown');
      const after = { ...before, ends_at: now, retracted_at: now };
      await tx.announcements.update(after);
      return [after, { target: after.announcement_id, projectId: after.project_id }];
    });
    projectCache.forget(retracted.project_id);
    live.settingsChanged('announcements');
    return { status: 200, body: presentAnnouncement(retracted) };
  },
});
