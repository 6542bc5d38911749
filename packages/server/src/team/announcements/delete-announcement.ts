import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { requireVisible } from './find-announcement.ts';

export const deleteAnnouncement = operation({
  id: 'DeleteAnnouncement',
  summary: 'Delete an announcement',
  description: 'It disappears from every inbox.',
  method: 'DELETE',
  url: '/api/v1/team/announcements/:announcementId',
  auth: 'team',
  role: 'admin',
  success: { status: 204 },

  async handle(call, { store, projectCache, live }) {
    const { caller, params } = call;
    const projectId = await audited(call, store, async (tx) => {
      const announcement = requireVisible(caller, await tx.announcements.byId(params.announcementId));
      const { announcement_id: target, project_id } = announcement;
      await tx.announcements.remove(target);
      return [project_id, { target, projectId: project_id }];
    });
    projectCache.forget(projectId);
    live.settingsChanged('announcements');
    return { status: 204 };
  },
});
