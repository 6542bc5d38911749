import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endLink as operation } from '../../../../src/team/players/end-link.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  directMessage,
  getTicket,
  identify,
  listTickets,
  type Player,
  playerReply,
  poll,
  seenPlayer,
  team,
  teamNote,
} from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { afterLink, linked, setUpIdentity, unlink } from '../../../helpers/identity.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  operation,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => {
      await setUpIdentity(server, project);
      const player = await aPlayer(server, project);
      const { id } = await linked(server, player, 'account', server.clock.now);
      return { params: { playerId: id, installationId: player.id } };
    },
    statuses: {
      400: changed({ query: '?returnTickets=yes' }),
      404: changed({ params: { installationId: 'ply_a' } }),
    },
    statements: { usual: 7 },
    changeFeed: ({ project }) => [ticketChange(project, null)],
  },
  () => {
    test('200: everything of a lost device stays with the account', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const lost = await aPlayer(server, project);
      const ticket = await aTicket(server, lost);
      await directMessage(server, lost);
      const account = await linked(server, lost, 'owner');
      const fresh = await linked(server, await aPlayer(server, project), 'owner');
      const ended = await team(server, 'DELETE', `/players/${account.id}/links/${lost.id}`);
      assert.deepEqual([ended.status, ended.body], [200, { tickets: 0 }]);
      const { body } = await identify(server, project, { installationId: lost.installationId });
      const finder: Player = { ...lost, token: body.playerAccessToken };
      assert.deepEqual((await listTickets(server, finder)).body.tickets, []);
      assert.deepEqual((await poll(server, finder)).body.messages, []);
      assert.equal((await getTicket(server, finder, ticket)).status, 404);
      assert.equal((await getTicket(server, fresh, ticket)).status, 200);
      assert.equal((await poll(server, fresh)).body.messages.length, 1);
    });

    test('200: with returnTickets, what came with the link goes back, except where somebody wrote since', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const [device, own] = [await aPlayer(server, project), await aPlayer(server, project)];
      const [untouched, written, one, two] = [
        await aTicket(server, device),
        await aTicket(server, device),
        await aTicket(server, device),
        await aTicket(server, device),
      ];
      await directMessage(server, device, { title: 'To the device' });
      const account = await linked(server, own, 'account');
      const linkedDevice = await linked(server, device, 'account');
      const since = await aTicket(server, account);
      await playerReply(server, account, written);
      await teamNote(server, untouched);
      await team(server, 'POST', `/tickets/${one}/merge`, { into: two });
      const path = `/players/${account.id}/links/${device.id}?returnTickets=true`;
      const ended = await team(server, 'DELETE', path);
      assert.deepEqual(ended.body, { tickets: 1 });
      const [entry] = (await team(server, 'GET', '/audit?action=EndLink')).body.entries;
      assert.deepEqual(entry.details, { installationId: device.id, tickets: 1 });
      assert.equal((await poll(server, linkedDevice)).status, 401);
      const again = await identify(server, project, { installationId: device.installationId });
      const alone: Player = { ...device, id: again.body.playerId, token: again.body.playerAccessToken };
      assert.equal(alone.id, device.id);
      const ids = async (player: Player) =>
        (await listTickets(server, player)).body.tickets.map(({ id }: { id: string }) => id).sort();
      assert.deepEqual(await ids(alone), [untouched]);
      assert.deepEqual(await ids(account), [written, two, since].sort());
      const titles = ({ title }: { title: string }) => title;
      assert.deepEqual((await poll(server, alone)).body.messages.map(titles), ['To the device']);
      assert.ok(!(await poll(server, account)).body.messages.map(titles).includes('To the device'));
      assert.equal((await team(server, 'GET', `/tickets/${untouched}`)).body.playerId, device.id);
      const open = async (id: string) => (await seenPlayer(server, id)).openTickets;
      assert.deepEqual([await open(alone.id), await open(account.id)], [1, 3]);
      assert.equal((await team(server, 'DELETE', `/players/${account.id}/links/${device.id}`)).status, 404);
    });

    test('200: with returnTickets, what came with two links goes back, and the age of the device too', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const device = await aPlayer(server, project);
      const { createdAt } = await seenPlayer(server, device.id);
      await aTicket(server, device);
      server.clock.advance(1000);
      const first = await linked(server, device, 'account');
      const alone = afterLink(device, await unlink(server, first));
      await aTicket(server, alone);
      server.clock.advance(1000);
      const { id } = await linked(server, alone, 'account', server.clock.now);
      const path = `/players/${id}/links/${device.id}?returnTickets=true`;
      assert.deepEqual((await team(server, 'DELETE', path)).body, { tickets: 2 });
      assert.equal((await seenPlayer(server, device.id)).createdAt, createdAt);
    });
  },
);
