import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_UNANSWERED_TICKETS } from '@player-support/contract/limits';
import { listUnansweredTickets } from '../../../../src/team/known-issues/list-unanswered-tickets.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aPlayer, aProject, aTicket, setStatus, team } from '../../../helpers/builders.ts';
import { executeSql } from '../../../helpers/databases.ts';
import { startServer } from '../../../helpers/harness.ts';
import { aKnownIssue, aLinkedTicket, anAnswer, answersAreSent, link } from '../../../helpers/known-issues.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const pathOf = (issueId: string, answerId: string) => `/known-issues/${issueId}/answers/${answerId}/unanswered`;

testTeamOperation(
  listUnansweredTickets,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => {
      const { issueId } = await aLinkedTicket(server, project);
      return { params: { knownIssueId: issueId, answerId: await anAnswer(server, issueId) } };
    },
    statuses: {
      400: changed({ query: '?cursor=kni_x' }),
      404: changed({ params: { answerId: 'ans_a' } }),
    },
    statements: { usual: 3 },
  },
  () => {
    test('200: in pages, with the subjects of tickets that are still linked', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const { issueId, ticketId: sent } = await aLinkedTicket(server, project);
      const closed = await aTicket(server, await aPlayer(server, project));
      await link(server, issueId, closed);
      await setStatus(server, closed, 'closed');
      const answerId = await anAnswer(server, issueId);
      await answersAreSent(server);
      const list = async (query = '') => (await team(server, 'GET', `${pathOf(issueId, answerId)}${query}`)).body;
      const first = { ticketId: closed, subject: 'Stuck', reason: 'closed' };
      assert.deepEqual(await list(), { tickets: [first], nextCursor: null });
      await link(server, null, closed);
      assert.deepEqual((await list()).tickets, [{ ...first, subject: null }]);
      const more = `SELECT 'ply_' || n, 'tkt_' || (1000 + n), '${answerId}', 0, 'full' FROM number`;
      await executeSql(
        server.databaseUrl,
        `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${MAX_UNANSWERED_TICKETS})
         INSERT INTO answered_ticket (player_id, ticket_id, answer_id, created_at, skipped) ${more}`,
      );
      const page = await list();
      assert.equal(page.tickets.length, MAX_UNANSWERED_TICKETS);
      const rest = await list(`?cursor=${page.nextCursor}`);
      assert.deepEqual([rest.tickets.length, rest.nextCursor], [1, null]);
      assert.ok(![...page.tickets, ...rest.tickets].some(({ ticketId }) => ticketId === sent));
      const other = await aKnownIssue(server, project);
      const reply = await team(server, 'GET', pathOf(other, answerId));
      assertProblem(reply, 404, 'not-found', `/api/v1/team${pathOf(other, answerId)}`);
    });
  },
);
