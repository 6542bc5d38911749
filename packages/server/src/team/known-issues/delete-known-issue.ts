import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { lockKnownIssue } from './find-known-issue.ts';

export const deleteKnownIssue = operation({
  id: 'DeleteKnownIssue',
  summary: 'Delete a known issue',
  description:
    'Possible only if no ticket is linked to it and no answer is being sent. The list of its answers and its subscriptions are deleted too; the messages in the tickets stay.',
  method: 'DELETE',
  url: '/api/v1/team/known-issues/:knownIssueId',
  auth: 'team',
  role: 'admin',
  success: { status: 204 },
  failures: [409],

  async handle(call, { store, live, publicIssues }) {
    const deletedOf = await audited(call, store, async (tx) => {
      // With this lock, no ticket can be linked meanwhile.
      const row = await lockKnownIssue(tx, call.caller, call.params.knownIssueId);
      const { known_issue_id: target, project_id: projectId } = row;
      const tickets = (await tx.knownIssues.ticketsOf([target]))(target);
      if (tickets > 0)
        throw inUse(
          `${tickets} ticket${tickets === 1 ? ' is' : 's are'} linked to it. Unlink them first. Merged tickets cannot be unlinked: if there are any, close the known issue instead.`,
        );
      const answers = await tx.knownIssueAnswers.ofKnownIssue(target);
      if (answers.some(({ state }) => state === 'waiting' || state === 'sending')) {
        throw inUse('An answer is not completely sent. Cancel it first.');
      }
      await tx.knownIssueAnswers.removeOfKnownIssue(target);
      await tx.fixQuestions.removeOfKnownIssue(target);
      await tx.subscriptions.removeOfKnownIssue(target);
      await tx.knownIssues.remove(target);
      return [projectId, { target, projectId }];
    });
    publicIssues.forget(deletedOf);
    live.settingsChanged('known-issues');
    return { status: 204 };
  },
});

const inUse = (detail: string) => new AppError('known-issue-in-use', { detail });
