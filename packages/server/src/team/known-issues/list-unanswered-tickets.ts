import { MAX_UNANSWERED_TICKETS } from '@player-support/contract/limits';
import { UnansweredTicketsQuery, UnansweredTicketsResponse } from '@player-support/contract/team/known-issues';
import { isId } from '../../domain/ids.ts';
import { AppError, invalid } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { findKnownIssue } from './find-known-issue.ts';

export const listUnansweredTickets = operation({
  id: 'ListUnansweredTickets',
  tag: 'Known issues',
  summary: 'List the tickets that an answer left out',
  description:
    'Each with the reason at the moment at which the others got the answer. Deleted tickets, and those of answers that a release before this operation sent, are only in the counts of the answer. So are tickets that a cancelled answer did not reach.',
  method: 'GET',
  url: '/api/v1/team/known-issues/:knownIssueId/answers/:answerId/unanswered',
  auth: 'team',
  role: 'viewer',
  query: UnansweredTicketsQuery,
  needs: ['expensiveReads'],
  success: { status: 200, schema: UnansweredTicketsResponse },

  async handle({ caller, params, query }, { store, expensiveReads }) {
    const { cursor = '' } = query;
    if (cursor !== '' && !isId('ticket', cursor)) throw invalid('cursor', 'wrong-cursor');
    const { known_issue_id: knownIssueId } = await findKnownIssue(store, caller, params.knownIssueId);
    return expensiveReads.run(caller, async () => {
      const answer = await store.knownIssueAnswers.byId(params.answerId);
      if (answer?.known_issue_id !== knownIssueId) throw new AppError('not-found');
      const rows = await store.knownIssueAnswers.unanswered(answer.answer_id, cursor, MAX_UNANSWERED_TICKETS + 1);
      const page = rows.slice(0, MAX_UNANSWERED_TICKETS);
      const ids = page.map(({ ticket_id }) => ticket_id);
      const subjectOf = await store.knownIssueAnswers.subjects(knownIssueId, ids);
      const tickets = page.map(({ ticket_id: id, reason }) => ({ ticketId: id, subject: subjectOf(id), reason }));
      const nextCursor = rows.length > page.length ? (ids.at(-1) ?? null) : null;
      return { status: 200, body: { tickets, nextCursor } } as const;
    });
  },
});
