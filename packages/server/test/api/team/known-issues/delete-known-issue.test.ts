import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteKnownIssue } from '../../../../src/team/known-issues/delete-known-issue.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { executeSql } from '../../../helpers/databases.ts';
import { startServer } from '../../../helpers/harness.ts';
import {
  addSubscribers,
  aKnownIssue,
  aLinkedTicket,
  anAnswer,
  answersAreSent,
  cancelAnswer,
  link,
} from '../../../helpers/known-issues.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed, tooOftenWithoutCredentials } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  deleteKnownIssue,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => ({ params: { knownIssueId: await aKnownIssue(server, project) } }),
    statuses: {
      404: changed({ params: { knownIssueId: 'kni_a' } }),
      409: async (attempt) => {
        const { issueId } = await aLinkedTicket(attempt.server, attempt.project);
        return changed({ params: { knownIssueId: issueId } })(attempt);
      },
      429: tooOftenWithoutCredentials,
    },
    statements: { usual: 13 },
    changeFeed: [settingsChange('known-issues')],
  },
  () => {
    test('204: very many subscribers go in steps, and those of other known issues stay', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const [issueId, other] = [await aKnownIssue(server, project), await aKnownIssue(server, project)];
      for (const id of [issueId, other]) await addSubscribers(server, id, 1200);
      const { mock } = t.mock.method(server.store.subscriptions, 'removeSome');
      assert.equal((await team(server, 'DELETE', `/known-issues/${issueId}`)).status, 204);
      const removed = await Promise.all(mock.calls.map(({ result }) => result));
      assert.deepEqual(removed, [500, 500, 200, 0]);
      const countOf = await server.store.subscriptions.countsOf([issueId, other]);
      assert.deepEqual([countOf(issueId), countOf(other)], [0, 1200]);
    });

    test('409: subscribers stay if a ticket is linked', async (t) => {
      const server = await startServer(t);
      const { issueId } = await aLinkedTicket(server, await aProject(server));
      await addSubscribers(server, issueId, 1);
      assert.equal((await team(server, 'DELETE', `/known-issues/${issueId}`)).status, 409);
      assert.equal((await server.store.subscriptions.countsOf([issueId]))(issueId), 1);
    });

    test('409: a ticket is linked, or an answer is not sent; afterwards it and its answers go', async (t) => {
      const server = await startServer(t);
      const { issueId, ticketId } = await aLinkedTicket(server, await aProject(server));
      const path = `/known-issues/${issueId}`;
      const remove = () => team(server, 'DELETE', path);
      const assertInUse = async () => assertProblem(await remove(), 409, 'known-issue-in-use', `/api/v1/team${path}`);
      await assertInUse();
      await anAnswer(server, issueId);
      await answersAreSent(server);
      const waiting = await anAnswer(server, issueId);
      await link(server, null, ticketId);
      await assertInUse();
      const begin = `UPDATE known_issue_answer SET state = 'sending' WHERE answer_id = '${waiting}'`;
      await executeSql(server.databaseUrl, begin);
      await assertInUse();
      assert.equal((await cancelAnswer(server, issueId, waiting)).status, 200);
      assert.equal((await remove()).status, 204);
      assert.equal((await team(server, 'GET', path)).status, 404);
      assert.deepEqual(await server.store.knownIssueAnswers.ofKnownIssue(issueId), []);
    });
  },
);
