import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelAnswer as operation } from '../../../../src/team/known-issues/cancel-answer.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { aLinkedTicket, anAnswer, answersAreSent, cancelAnswer, seenIssue } from '../../../helpers/known-issues.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed, tooOftenWithoutCredentials } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  operation,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => {
      const { issueId } = await aLinkedTicket(server, project);
      return { params: { knownIssueId: issueId, answerId: await anAnswer(server, issueId) } };
    },
    statuses: {
      404: changed({ params: { answerId: 'ans_a' } }),
      409: async (attempt) => {
        const request = await attempt.prepare();
        await answersAreSent(attempt.server);
        return attempt.send(request);
      },
      429: tooOftenWithoutCredentials,
    },
    statements: { usual: 4 },
    changeFeed: [settingsChange('known-issues')],
  },
  () => {
    test('200: cancelled twice is cancelled once, and nobody gets the answer', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const { issueId } = await aLinkedTicket(server, project);
      const answerId = await anAnswer(server, issueId);
      const first = await cancelAnswer(server, issueId, answerId);
      assert.equal(first.body.state, 'cancelled');
      const [entry] = (await team(server, 'GET', '/audit?action=CancelAnswer')).body.entries;
      assert.deepEqual(entry.details, { answerId, tickets: 0 }, 'how many tickets have it already');
      assert.deepEqual((await cancelAnswer(server, issueId, answerId)).body, first.body);
      await answersAreSent(server);
      const [answer] = (await seenIssue(server, issueId)).answers;
      assert.deepEqual([answer.state, answer.sent], ['cancelled', 0]);
      const other = await aLinkedTicket(server, project);
      const path = `/api/v1/team/known-issues/${other.issueId}/answers/${answerId}/cancel`;
      assertProblem(await cancelAnswer(server, other.issueId, answerId), 404, 'not-found', path);
    });
  },
);
