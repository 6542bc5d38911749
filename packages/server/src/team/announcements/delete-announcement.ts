import { DeleteAnnouncementQuery } from '@player-support/contract/team/announcements';
import { hasStarted } from '../../domain/announcements.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { requireVisible } from './check-announcement.ts';

export const deleteAnnouncement = operation({
  id: 'DeleteAnnouncement',
  tag: 'Announcements',
  summary: 'Delete an announcement',
  description: 'It disappears from every inbox. `ifNotBegun` refuses with 409 if players may have seen it.',
  method: 'DELETE',
  url: '/api/v1/team/announcements/:announcementId',
  auth: 'team',
  role: 'admin',
  query: DeleteAnnouncementQuery,
  audited: true,
  needs: ['projectCache'],
  success: { status: 204 },
  failures: [409],

  async handle(call, { store, clock, projectCache, live }) {
    const { caller, params, query } = call;
    const projectId = await audited(call, store, async (tx) => {
      const announcement = requireVisible(caller, await tx.announcements.lock(params.announcementId));
      // It may have begun while this request waited for the lock.
      if (query.ifNotBegun === 'true' && hasStarted(announcement, clock())) throw new AppError('announcement-begun');
      const { announcement_id: target, project_id } = announcement;
      await tx.announcements.remove(target);
      return [project_id, { target, projectId: project_id }];
    });
    projectCache.forget(projectId);
    live.settingsChanged('announcements');
    return { status: 204 };
  },
});
