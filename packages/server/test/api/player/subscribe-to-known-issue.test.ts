import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscribeToKnownIssue as operation } from '../../../src/player/subscribe-to-known-issue.ts';
import { assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, aProject, aTicket, block, team } from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../helpers/identity.ts';
import { aKnownIssue, aPublicIssue, link, seenIssue, subscribe } from '../../helpers/known-issues.ts';
import { settingsChange } from '../../helpers/operation/change-feed.ts';
import { changed, tooOften } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';

const pathOf = (issueId: string) => `/api/v1/player/known-issues/${issueId}/subscribe`;

testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => ({ params: { knownIssueId: await aPublicIssue(server, player.project) } }),
    statuses: {
      404: changed({ params: { knownIssueId: 'kni_a' } }),
      409: async ({ server, player, prepare, send }) => {
        const request = await prepare();
        await block(server, player);
        return send(request);
      },
      429: tooOften,
    },
    statements: { usual: 4 },
    changeFeed: [settingsChange('known-issues')],
  },
  () => {
    test('204: each player counts once, also if it repeats the request', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const issueId = await aPublicIssue(server, project);
      const players = [await aPlayer(server, project), await aPlayer(server, project), await aPlayer(server, project)];
      const replies = await Promise.all([...players, ...players].map((player) => subscribe(server, player, issueId)));
      assert.deepEqual([...new Set(replies.map(({ status, text }) => `${status}${text}`))], ['204']);
      const { subscribers, tickets } = await seenIssue(server, issueId);
      assert.deepEqual([subscribers, tickets], [3, 0]);
      const { knownIssues } = (await team(server, 'GET', `/known-issues?projectId=${project.id}`)).body;
      assert.equal(knownIssues[0].subscribers, 3);
    });

    test('204: who has a ticket about it counts as that', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const issueId = await aPublicIssue(server, project);
      const player = await aPlayer(server, project);
      await link(server, issueId, await aTicket(server, player));
      assert.equal((await subscribe(server, player, issueId)).status, 204);
      const { subscribers, tickets } = await seenIssue(server, issueId);
      assert.deepEqual([subscribers, tickets], [0, 1]);
    });

    test('204: it moves with the player to its account, and two installations count once', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const issueId = await aPublicIssue(server, project);
      for (const player of [await aPlayer(server, project), await aPlayer(server, project)]) {
        assert.equal((await subscribe(server, player, issueId)).status, 204);
        const account = await linked(server, player, 'account', server.clock.now);
        const { body } = await server.call('GET', '/api/v1/player/known-issues', { token: account.token });
        assert.equal(body.knownIssues[0].subscribed, true);
      }
      assert.equal((await seenIssue(server, issueId)).subscribers, 1);
    });

    test('404: one that is not public, closed, deleted, or of another project', async (t) => {
      const server = await startServer(t);
      const [project, other] = [await aProject(server), await aProject(server)];
      const player = await aPlayer(server, project);
      const deleted = await aPublicIssue(server, project);
      assert.equal((await subscribe(server, player, deleted)).status, 204);
      assert.equal((await team(server, 'DELETE', `/known-issues/${deleted}`)).status, 204);
      assert.equal((await server.store.subscriptions.countsOf([deleted]))(deleted), 0);
      for (const id of [
        await aKnownIssue(server, project),
        await aPublicIssue(server, project, { state: 'closed' }),
        await aPublicIssue(server, other),
        deleted,
        '%00',
      ]) {
        assertProblem(await subscribe(server, player, id), 404, 'not-found', pathOf(id));
      }
    });
  },
);
