import { KnownIssueAnswer } from '@player-support/contract/team/known-issues';
import { AppError } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { findKnownIssue } from './find-known-issue.ts';
import { presentAnswer } from './present-known-issue.ts';

export const cancelAnswer = operation({
  id: 'CancelAnswer',
  tag: 'Known issues',
  summary: 'Cancel an answer to all tickets of a known issue',
  description:
    'Tickets that do not have it yet do not get it. The others keep it. To cancel it again changes nothing. An answer that is completely sent cannot be cancelled: 409.',
  method: 'POST',
  url: '/api/v1/team/known-issues/:knownIssueId/answers/:answerId/cancel',
  auth: 'team',
  role: 'agent',
  audited: true,
  success: { status: 200, schema: KnownIssueAnswer },
  failures: [409],

  async handle(call, { store, live }) {
    const { caller, params } = call;
    const { after, isChanged } = await store.transaction(async (tx) => {
      const issue = await findKnownIssue(tx, caller, params.knownIssueId);
      const { known_issue_id: target, project_id: projectId } = issue;
      const answer = await tx.knownIssueAnswers.lock(params.answerId);
      if (answer?.known_issue_id !== target) throw new AppError('not-found');
      if (answer.state === 'done') throw new AppError('answer-refused', { detail: 'This answer is completely sent.' });
      if (answer.state !== 'waiting' && answer.state !== 'sending') return { after: answer, isChanged: false };
      const after = { ...answer, state: 'cancelled' as const };
      await tx.knownIssueAnswers.setProgress(after);
      await record(tx, call, { target, projectId, details: { answerId: answer.answer_id, tickets: answer.sent } });
      return { after, isChanged: true };
    });
    if (isChanged) live.settingsChanged('known-issues');
    return { status: 200, body: presentAnswer(after) };
  },
});
