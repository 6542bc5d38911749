import { AnswerPreview, PreviewAnswerRequest } from '@player-support/contract/team/known-issues';
import { operation } from '../../operations/operation.ts';
import { findKnownIssue } from './find-known-issue.ts';
import { planAnswer } from './plan-answer.ts';
import { presentSkips } from './present-known-issue.ts';

export const previewAnswer = operation({
  id: 'PreviewAnswer',
  tag: 'Known issues',
  summary: 'Preview an answer to all tickets of a known issue',
  description:
    'Sends nothing. Says how many tickets would get the answer in which language, and which would get none and why.',
  method: 'POST',
  url: '/api/v1/team/known-issues/:knownIssueId/answers/preview',
  auth: 'team',
  role: 'agent',
  body: PreviewAnswerRequest,
  storesNothing: true,
  needs: ['expensiveReads'],
  success: { status: 200, schema: AnswerPreview },
  failures: [409],

  async handle(call, context) {
    const issue = await findKnownIssue(context.store, call.caller, call.params.knownIssueId);
    const plan = await planAnswer(context, call, issue);
    const { tickets, receivers, languages, skips, unanswered, samples } = plan;
    const missing = Array.from(plan.missing, ([variable, count]) => ({ variable, tickets: count }));
    const skipped = presentSkips(skips);
    return { status: 200, body: { tickets, receivers, skipped, languages, unanswered, missing, samples } };
  },
});
