import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlinkPlayer as operation } from '../../../src/player/unlink-player.ts';
import { assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, aProject, aTicket, identify, listTickets, poll, seenPlayer } from '../../helpers/builders.ts';
import { START, startServer } from '../../helpers/harness.ts';
import { linked, setUpIdentity, unlink } from '../../helpers/identity.ts';
import type { PlayerGiven, Scenario } from '../../helpers/operation/facts.ts';
import { untilLimited, withoutCredentials } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';

const ofLinked: Scenario<PlayerGiven> = async ({ server, player }) => {
  await setUpIdentity(server, player.project);
  return unlink(server, await linked(server, player, 'account', server.clock.now));
};

const ofUnlinked: Scenario<PlayerGiven> = async ({ prepare, send }) => send(await prepare());

const tooManyOfUnlinked: Scenario<PlayerGiven> = async ({ prepare, send }) => {
  const request = await prepare();
  return untilLimited(() => send(request));
};

testPlayerOperation(
  operation,
  {
    request: () => ({}),
    statuses: { 200: ofLinked, 401: withoutCredentials, 409: ofUnlinked, 429: tooManyOfUnlinked },
    statements: { usual: 0 },
    changeFeed: [],
  },
  () => {
    test('200: the installation has an empty player, and what was written stays with the account', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const player = await aPlayer(server, project);
      const before = await aTicket(server, player);
      const account = await linked(server, player, 'account');
      const since = await aTicket(server, account);
      const { status, body } = await unlink(server, account);
      assert.deepEqual([status, body.playerId, body.serverTime], [200, player.id, new Date(START).toISOString()]);
      const alone = { ...player, token: body.playerAccessToken };
      assert.deepEqual((await listTickets(server, alone)).body.tickets, []);
      assert.deepEqual((await poll(server, alone)).body.messages, []);
      assert.equal((await poll(server, account)).status, 401);
      assert.equal((await identify(server, project, { installationId: player.installationId })).body.playerId, player.id);
      const again = await linked(server, await aPlayer(server, project), 'account');
      const ids = (await listTickets(server, again)).body.tickets.map(({ id }: { id: string }) => id);
      assert.deepEqual(ids.sort(), [before, since].sort());
      const seen = await seenPlayer(server, player.id);
      assert.deepEqual([seen.id, seen.userId, seen.verified, seen.openTickets], [player.id, null, false, 0]);
    });

    test('409: an installation without an account', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      assertProblem(await unlink(server, player), 409, 'player-not-linked', '/api/v1/player/link');
    });
  },
);
