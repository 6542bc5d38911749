import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlinkPlayer as operation } from '../../../src/player/unlink-player.ts';
import { aPlayer, aProject, aTicket, identify, listTickets, poll, seenPlayer, team } from '../../helpers/builders.ts';
import { START, startServer } from '../../helpers/harness.ts';
import { linked, setUpIdentity, unlink } from '../../helpers/identity.ts';
import { tooOftenWithoutCredentials } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';

testPlayerOperation(
  operation,
  {
    request: () => ({}),
    statuses: { 429: tooOftenWithoutCredentials },
    changeFeed: [],
    statements: { usual: 1 },
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
      assert.equal(
        (await identify(server, project, { installationId: player.installationId })).body.playerId,
        player.id,
      );
      const again = await linked(server, await aPlayer(server, project), 'account');
      const ids = (await listTickets(server, again)).body.tickets.map(({ id }: { id: string }) => id);
      assert.deepEqual(ids.sort(), [before, since].sort());
      const seen = await seenPlayer(server, player.id);
      assert.deepEqual([seen.id, seen.userId, seen.verified, seen.openTickets], [player.id, null, false, 0]);
    });

    test('200: an installation without an account gets another token, and keeps everything', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const ticket = await aTicket(server, player);
      const { status, body } = await unlink(server, player);
      assert.deepEqual([status, body.playerId], [200, player.id]);
      assert.equal((await poll(server, player)).status, 401);
      const after = { ...player, token: body.playerAccessToken };
      assert.equal((await listTickets(server, after)).body.tickets[0].id, ticket);
    });

    test('leaves an entry in the audit log', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const player = await aPlayer(server, project);
      const account = await linked(server, player, 'account');
      await unlink(server, account);
      const [entry] = (await team(server, 'GET', '/audit')).body.entries;
      assert.deepEqual(
        [entry.action, entry.actor, entry.target, entry.details],
        ['UnlinkPlayer', { type: 'system', id: player.id, name: 'player' }, account.id, { installationId: player.id }],
      );
    });
  },
);
