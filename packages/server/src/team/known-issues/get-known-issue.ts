import { KnownIssueResponse } from '@player-support/contract/team/known-issues';
import { operation } from '../../operations/operation.ts';
import { findKnownIssue } from './find-known-issue.ts';
import { issueCountsOf, presentAnswer, presentKnownIssue } from './present-known-issue.ts';

export const getKnownIssue = operation({
  id: 'GetKnownIssue',
  tag: 'Known issues',
  summary: 'Get a known issue',
  description: 'With the answers to all its tickets. ListTickets lists its tickets, with the filter `knownIssueId`.',
  method: 'GET',
  url: '/api/v1/team/known-issues/:knownIssueId',
  auth: 'team',
  role: 'viewer',
  needs: ['expensiveReads'],
  success: { status: 200, schema: KnownIssueResponse },

  async handle({ caller, params }, { store, expensiveReads }) {
    const row = await findKnownIssue(store, caller, params.knownIssueId);
    const { known_issue_id: id } = row;
    const counts = (await expensiveReads.run(caller, () => issueCountsOf(store, [id])))(id);
    const answers = await store.knownIssueAnswers.ofKnownIssue(id);
    return { status: 200, body: { ...presentKnownIssue(row, counts), answers: answers.map(presentAnswer) } };
  },
});
