import { NOTICES } from '@player-support/contract/notices';
import { canAccessProject } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';

export const deleteNoticeText = operation({
  id: 'DeleteNoticeText',
  tag: 'Notices',
  summary: "Delete the team's text of a notice in a locale",
  description: 'From now on players get the default text again.',
  method: 'DELETE',
  url: '/api/v1/team/projects/:projectId/notices/:notice/:locale',
  auth: 'team',
  role: 'admin',
  audited: true,
  success: { status: 204 },

  async handle(call, { store, live }) {
    const { caller, params } = call;
    const { projectId, locale } = params;
    const notice = NOTICES.find(({ id }) => id === params.notice)?.id;
    if (notice === undefined || !canAccessProject(caller, projectId)) throw new AppError('not-found');
    await audited(call, store, async (tx) => {
      if (!(await tx.noticeTexts.remove({ project_id: projectId, notice, locale }))) throw new AppError('not-found');
      return [undefined, { target: notice, projectId, details: { locale } }];
    });
    live.settingsChanged('notices');
    return { status: 204 };
  },
});
