import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { lockKnownIssue } from './find-known-issue.ts';

export const deleteKnownIssue = operation({
  id: 'DeleteKnownIssue',
  summary: 'Delete a known issue',
  description: 'Only one without linked tickets. Its answers are deleted too; players keep the replies.',
  method: 'DELETE',
  url: '/api/v1/team/known-issues/:knownIssueId',
  auth: 'team',
  role: 'admin',
  success: { status: 204 },
  failures: [409],

  async handle(call, { store, live }) {
    await audited(call, store, async (tx) => {
      // With this lock, no ticket can be linked meanwhile.
      const row = await lockKnownIssue(tx, call.caller, call.params.knownIssueId);
      const { known_issue_id: target, project_id: projectId } = row;
      const tickets = (await tx.knownIssues.ticketsOf([target]))(target);
      if (tickets > 0) throw inUse(`${tickets} ticket${tickets === 1 ? ' is' : 's are'} linked to it.`);
      const answers = await tx.knownIssueAnswers.ofKnownIssue(target);
      if (answers.some(({ state }) => state === 'waiting' || state === 'sending')) {
        throw inUse('An answer is not completely sent. Cancel it first.');
      }
      await tx.knownIssueAnswers.removeOfKnownIssue(target);
      await tx.knownIssues.remove(target);
      return [undefined, { target, projectId }];
    });
    live.settingsChanged('known-issues');
    return { status: 204 };
  },
});

const inUse = (detail: string) => new AppError('known-issue-in-use', { detail });
