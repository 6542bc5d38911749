import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteKnownIssue } from '../../../../src/team/known-issues/delete-known-issue.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { executeSql } from '../../../helpers/databases.ts';
import { startServer } from '../../../helpers/harness.ts';
import {
  aKnownIssue,
  aLinkedTicket,
  anAnswer,
  answersAreSent,
  cancelAnswer,
  link,
} from '../../../helpers/known-issues.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import {
  asViewer,
  changed,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  deleteKnownIssue,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => ({ params: { knownIssueId: await aKnownIssue(server, project) } }),
    statuses: {
      204: valid,
      401: withoutCredentials,
      403: asViewer,
      404: changed({ params: { knownIssueId: 'kni_a' } }),
      409: async (attempt) => {
        const { issueId } = await aLinkedTicket(attempt.server, attempt.project);
        return changed({ params: { knownIssueId: issueId } })(attempt);
      },
      429: tooOftenWithoutCredentials,
    },
    statements: { usual: 8 },
    audited: true,
    changeFeed: [settingsChange('known-issues')],
  },
  () => {
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
