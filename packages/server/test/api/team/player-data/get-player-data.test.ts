import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MINUTE, SECOND } from '../../../../src/domain/time.ts';
import { getPlayerData as operation } from '../../../../src/team/player-data/get-player-data.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { assertSigned } from '../../../helpers/audit-webhook.ts';
import { aMember, aPlayer, aProject, eventually, identify, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../../helpers/identity.ts';
import { aReceiver, WEBHOOKS } from '../../../helpers/notifications.ts';
import { changed, UNKNOWN_PLAYER } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { answerWith, COINS, getPlayerData, setPlayerData } from '../../../helpers/player-data.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';

const NONE = { sections: [], detail: null, loadedAt: null };

testTeamOperation(
  operation,
  {
    access: { role: 'viewer', elsewhere: 404 },
    // Without an address, this needs no network.
    request: async ({ server, project }) => ({ params: { playerId: (await aPlayer(server, project)).id } }),
    statuses: {
      404: changed({ params: { playerId: UNKNOWN_PLAYER } }),
    },
    statements: { usual: 2 },
  },
  () => {
    suite('GetPlayerData', () => {
      test('200: what the service answers to a signed request about this player', async (t) => {
        const server = await startServer(t, { env: WEBHOOKS });
        const receiver = await aReceiver(t);
        receiver.answer = answerWith(COINS);
        const player = await aPlayer(server, undefined, { userId: 'ada' });
        assert.deepEqual((await getPlayerData(server, player)).body, { ...NONE, error: 'not-set' });
        const secret = await setPlayerData(server, player.project, receiver.url);
        const { status, body } = await getPlayerData(server, player);
        const loadedAt = new Date(server.clock.now).toISOString();
        assert.deepEqual([status, body], [200, { ...COINS, error: null, detail: null, loadedAt }]);

        const [request] = receiver.requests;
        assert.ok(request !== undefined);
        assertSigned(request, secret);
        assert.equal(request.headers['webhook-timestamp'], String(server.clock.now / SECOND));
        assert.equal(request.headers['content-type'], 'application/json');
        assert.equal(request.headers['accept-encoding'], 'identity');
        const data = { projectId: player.project.id, playerId: player.id, userId: 'ada', verified: false };
        assert.deepEqual(request.body, { type: 'player-data', timestamp: loadedAt, data });
      });

      test('403 or 401: a caller whose projects or account were taken away while the service was asked', async (t) => {
        const server = await startServer(t, { env: WEBHOOKS });
        const receiver = await aReceiver(t);
        const player = await aPlayer(server);
        await setPlayerData(server, player.project, receiver.url);
        for (const [change, status] of [
          [{ projectIds: [] }, 403],
          [{ disabled: true }, 401],
        ] as const) {
          const member = await aMember(server);
          receiver.answer = async (response) => {
            assert.equal((await team(server, 'PATCH', `/members/${member.id}`, change)).status, 200);
            server.clock.advance(5 * SECOND);
            // The time is set back meanwhile.
            server.clock.step(-MINUTE);
            answerWith(COINS)(response);
          };
          const reply = await member.call('GET', `/players/${player.id}/data`);
          assert.deepEqual([reply.status, reply.text.includes('Coins')], [status, false], reply.text);
          // The answer is kept for others only.
          server.clock.advance(MINUTE);
        }
      });

      test('200: the user id of an account is verified', async (t) => {
        const server = await startServer(t, { env: WEBHOOKS });
        const receiver = await aReceiver(t);
        receiver.answer = answerWith(COINS);
        const player = await aPlayer(server, undefined, { userId: 'claimed' });
        await setUpIdentity(server, player.project);
        await setPlayerData(server, player.project, receiver.url);
        const account = await linked(server, player, 'ada');
        assert.equal((await getPlayerData(server, account)).body.error, null);
        const data = { projectId: player.project.id, playerId: account.id, userId: 'ada', verified: true };
        assert.deepEqual(receiver.requests.at(-1)?.body.data, data);
      });

      test('200: an answer is used for a minute, for this player, user id and address only', async (t) => {
        const server = await startServer(t, { env: WEBHOOKS });
        const receiver = await aReceiver(t);
        receiver.answer = answerWith(COINS);
        const player = await aPlayer(server);
        const other = await aPlayer(server, player.project);
        await setPlayerData(server, player.project, receiver.url);
        const asked = async (who = player) => {
          assert.equal((await getPlayerData(server, who)).body.error, null);
          return receiver.requests.length;
        };
        assert.equal(await asked(), 1);
        server.clock.advance(MINUTE - 1);
        assert.equal(await asked(), 1);
        server.clock.advance(1);
        assert.equal(await asked(), 2);
        assert.equal(await asked(other), 3);
        const { installationId, project } = player;
        await identify(server, project, { installationId, userId: 'ada' });
        assert.equal(await asked(), 4);
        assert.equal(receiver.requests.at(-1)?.body.data.userId, 'ada');
        await setPlayerData(server, project, `${receiver.url}?other`);
        assert.equal(await asked(), 5);
        assert.equal(await asked(), 5);
      });

      test('200: members who ask for one player at the same time cause one request', async (t) => {
        const server = await startServer(t, { env: WEBHOOKS });
        const receiver = await aReceiver(t);
        const player = await aPlayer(server);
        await setPlayerData(server, player.project, receiver.url);
        const waiting = Promise.withResolvers<void>();
        receiver.answer = (response) => void waiting.promise.then(() => answerWith(COINS)(response));
        const members = await Promise.all([aMember(server, 'viewer'), aMember(server, 'viewer')]);
        const replies = [0, 1, 2].flatMap(() =>
          members.map((member) => member.call('GET', `/players/${player.id}/data`)),
        );
        await eventually(async () => receiver.requests.length > 0);
        waiting.resolve();
        for (const { body } of await Promise.all(replies)) assert.deepEqual(body.sections, COINS.sections);
        assert.equal(receiver.requests.length, 1);
      });

      test('a slow service delays neither its callers otherwise nor other projects, and its requests are few', async (t) => {
        const server = await startServer(t, { env: WEBHOOKS, playerData: { timeoutMilliseconds: 60_000 } });
        const [slow, quick] = [await aReceiver(t), await aReceiver(t)];
        const waiting = Promise.withResolvers<void>();
        slow.answer = (response) => void waiting.promise.then(() => answerWith(COINS)(response));
        quick.answer = answerWith(COINS);
        const project = await aProject(server);
        await setPlayerData(server, project, slow.url);
        const elsewhere = await aPlayer(server);
        await setPlayerData(server, elsewhere.project, quick.url);
        const members = await Promise.all([aMember(server, 'viewer'), aMember(server, 'viewer')]);
        const ask = async (member = members[0]) => {
          const player = await aPlayer(server, project);
          return member?.call('GET', `/players/${player.id}/data`);
        };
        const running: Promise<unknown>[] = [];
        for (const member of members) {
          for (let count = 0; count < 8; count++) {
            running.push(ask(member));
            await eventually(async () => slow.requests.length === running.length);
          }
        }
        const [first] = members;
        assert.ok(first !== undefined);
        // Eight waiting requests do not limit the caller's other requests.
        const reads = Array.from({ length: 6 }, () => first.call('GET', `/players/${elsewhere.id}`));
        for (const { status } of await Promise.all(reads)) assert.equal(status, 200);
        // The project's requests are at their limit.
        const third = await aMember(server, 'viewer');
        assert.deepEqual((await ask(third))?.body, { ...NONE, error: 'busy' });
        assert.equal((await third.call('GET', `/players/${elsewhere.id}/data`)).body.error, null);

        // Eight more of the first member wait, and no ninth.
        const queued = Array.from({ length: 9 }, () => first.call('GET', `/players/${elsewhere.id}/data`));
        const refused = await Promise.race(queued);
        assertProblem(refused, 429, 'rate-limited', `/api/v1/team/players/${elsewhere.id}/data`);
        assert.equal(slow.requests.length, 16);
        waiting.resolve();
        const statuses = (await Promise.all(queued)).map(({ status }) => status).sort();
        assert.deepEqual(statuses, [...Array(8).fill(200), 429]);
        await Promise.all(running);
        assert.equal((await ask(third))?.body.error, null);
      });

      test('404: an unknown player, or one of a project that the caller may not enter', async (t) => {
        const server = await startServer(t, { env: WEBHOOKS });
        const receiver = await aReceiver(t);
        const player = await aPlayer(server);
        await setPlayerData(server, player.project, receiver.url);
        const member = await aMember(server, 'owner', { projectIds: [(await aProject(server)).id] });
        const at = `/players/${player.id}/data`;
        assertProblem(await member.call('GET', at), 404, 'not-found', `/api/v1/team${at}`);
        await assertAllNotFound(
          strangeIds(player.id),
          (id) => `/api/v1/team/players/${id}/data`,
          (path) => server.call('GET', path, { token: server.teamKey }),
        );
        assert.deepEqual(receiver.requests, []);
      });

      test('200: when the address is removed, nothing is shown that was kept', async (t) => {
        const server = await startServer(t, { env: WEBHOOKS });
        const receiver = await aReceiver(t);
        receiver.answer = answerWith(COINS);
        const player = await aPlayer(server);
        await setPlayerData(server, player.project, receiver.url);
        assert.equal((await getPlayerData(server, player)).body.error, null);
        const removed = await team(server, 'PATCH', `/projects/${player.project.id}/player-data`, { url: null });
        assert.deepEqual(removed.body, { url: null, secret: null });
        assert.deepEqual((await getPlayerData(server, player)).body, { ...NONE, error: 'not-set' });
      });
    });
  },
);
