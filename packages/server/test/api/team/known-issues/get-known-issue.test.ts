import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getKnownIssue } from '../../../../src/team/known-issues/get-known-issue.ts';
import { aProject } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { aKnownIssue, aLinkedTicket, anAnswer, answersAreSent, seenIssue } from '../../../helpers/known-issues.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  getKnownIssue,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => ({ params: { knownIssueId: await aKnownIssue(server, project) } }),
    statuses: {
      404: changed({ params: { knownIssueId: 'kni_a' } }),
    },
    statements: { usual: 5 },
  },
  () => {
    test('200: with its answers, newest first', async (t) => {
      const server = await startServer(t);
      const { issueId } = await aLinkedTicket(server, await aProject(server));
      const first = await anAnswer(server, issueId, { message: 'One.', status: 'resolved' });
      const sendAt = new Date(server.clock.now + 5000).toISOString();
      const createdAt = new Date(server.clock.now).toISOString();
      await answersAreSent(server);
      const second = await anAnswer(server, issueId);
      const { answers } = await seenIssue(server, issueId);
      assert.deepEqual(
        answers.map(({ id, state }: { id: string; state: string }) => [id, state]),
        [
          [second, 'waiting'],
          [first, 'done'],
        ],
      );
      const { author, ...answer } = answers[1];
      assert.match(author.id, /^key_/);
      assert.deepEqual(answer, {
        id: first,
        message: 'One.',
        texts: {},
        status: 'resolved',
        state: 'done',
        sendAt,
        tickets: 1,
        sent: 1,
        skipped: [],
        createdAt,
      });
    });
  },
);
