import { LOCALES } from '@player-support/contract/locales';
import { defaultTexts } from '@player-support/contract/notice-texts';
import { NOTICES } from '@player-support/contract/notices';
import { NoticesResponse } from '@player-support/contract/team/notices';
import { operation } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';
import { presentNoticeText } from './set-notice-text.ts';

export const listNotices = operation({
  id: 'ListNotices',
  tag: 'Notices',
  summary: 'List the notices of a project',
  description:
    'Notices are the inbox messages that the server itself writes to players. Each player gets the text for the locale of the ticket, else for its language, else in English. A text of the team replaces the default of the same locale.',
  method: 'GET',
  url: '/api/v1/team/projects/:projectId/notices',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: NoticesResponse },

  async handle({ caller, params }, { store }) {
    const { projectId } = params;
    await findProject(store, caller, projectId);
    const rows = await store.noticeTexts.listOfProject(projectId);
    const notices = NOTICES.map(({ id, variables }) => ({
      id,
      variables: [...variables],
      defaults: defaultTexts(id),
      texts: rows.filter(({ notice }) => notice === id).map(presentNoticeText),
    }));
    return { status: 200, body: { locales: [...LOCALES], notices } };
  },
});
