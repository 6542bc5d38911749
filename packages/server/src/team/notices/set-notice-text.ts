import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { LOCALES } from '@player-support/contract/locales';
import { NOTICES, unknownVariables } from '@player-support/contract/notices';
import { NoticeTextResponse, SetNoticeTextRequest } from '@player-support/contract/team/notices';
import { unknownForError } from '@player-support/contract/variables';
import { canAccessProject } from '../../domain/access.ts';
import { iso } from '../../domain/time.ts';
import { AppError, refuseProblems } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import type { NoticeTextRow } from '../../store/tables.ts';

export const setNoticeText = operation({
  id: 'SetNoticeText',
  tag: 'Notices',
  summary: 'Set the text of a notice in a locale',
  description:
    'It replaces the default text, and applies to messages that the server writes from now on. `locale` is one of the `locales` of ListNotices. A variable in double braces must be one of the notice.',
  method: 'PUT',
  url: '/api/v1/team/projects/:projectId/notices/:notice/:locale',
  auth: 'team',
  role: 'admin',
  body: SetNoticeTextRequest,
  audited: true,
  success: { status: 200, schema: NoticeTextResponse },

  async handle(call, { store, live }) {
    const { body, caller, params, now } = call;
    const { projectId, locale } = params;
    const { title, body: text } = body;
    const notice = NOTICES.find(({ id }) => id === params.notice);
    if (notice === undefined || !canAccessProject(caller, projectId)) throw new AppError('not-found');
    const problems: FieldProblems = {};
    if (!LOCALES.some((known) => known === locale)) problems.locale = [fieldProblem('unknown-locale')];
    for (const [field, value] of Object.entries({ title, body: text })) {
      const [unknown] = unknownVariables(notice, value);
      if (unknown !== undefined)
        problems[field] = [fieldProblem('unknown-notice-variable', { variable: unknownForError([unknown]) })];
    }
    refuseProblems(problems);
    const row = { project_id: projectId, notice: notice.id, locale, title, body: text, updated_at: now };
    await audited(call, store, async (tx) => {
      if ((await tx.projects.byId(projectId)) === undefined) throw new AppError('not-found');
      await tx.noticeTexts.set(row);
      return [undefined, { target: notice.id, projectId, details: { locale } }];
    });
    live.settingsChanged('notices');
    return { status: 200, body: presentNoticeText(row) };
  },
});

export function presentNoticeText({ locale, title, body, updated_at }: NoticeTextRow) {
  return { locale, title, body, updatedAt: iso(updated_at) };
}
