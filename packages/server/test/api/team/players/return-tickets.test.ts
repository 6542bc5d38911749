import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '../../../../src/domain/time.ts';
import { returnTickets as operation } from '../../../../src/team/players/return-tickets.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
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
  teamReply,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { afterLink, linked, setUpIdentity, unlink } from '../../../helpers/identity.ts';
import { aPublicIssue, subscribe } from '../../../helpers/known-issues.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import type { Scenario, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const giveBack = (server: TestServer, from: Player, to: Player): Promise<Reply> =>
  team(server, 'POST', `/players/${from.id}/links/${to.id}/return`);

async function moveWithCode(server: TestServer, from: Player, to: Player): Promise<void> {
  const { body } = await server.call('POST', '/api/v1/player/support-code', { token: from.token });
  const used = await server.call('POST', '/api/v1/player/support-code/use', {
    token: to.token,
    body: { code: body.code },
  });
  assert.equal(used.status, 200, used.text);
}

const stillLinked: Scenario<TeamGiven> = async ({ server, project, prepare, send }) => {
  await setUpIdentity(server, project);
  const device = await aPlayer(server, project);
  await aTicket(server, device);
  const { id } = await linked(server, device, 'account', server.clock.now);
  return send({ ...(await prepare()), path: `/api/v1/team/players/${id}/links/${device.id}/return` });
};

testTeamOperation(
  operation,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => {
      const [old, next] = [await aPlayer(server, project), await aPlayer(server, project)];
      await aTicket(server, old);
      await moveWithCode(server, old, next);
      return { params: { playerId: next.id, installationId: old.id } };
    },
    statuses: {
      404: changed({ params: { installationId: 'ply_a' } }),
      409: stillLinked,
    },
    statements: { usual: 26 },
    changeFeed: ({ project }) => [ticketChange(project, null)],
  },
  () => {
    test('200: after the device has left the wrong account', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const device = await aPlayer(server, project);
      const ticket = await aTicket(server, device);
      await directMessage(server, device);
      const wrong = await linked(server, device, 'wrong');
      const own = afterLink(device, await unlink(server, wrong));
      assert.deepEqual((await giveBack(server, wrong, device)).body, { tickets: 1 });
      assert.equal((await getTicket(server, own, ticket)).status, 200);
      assert.equal((await poll(server, own)).body.messages.length, 1);
      const other = await linked(server, await aPlayer(server, project), 'wrong');
      assert.deepEqual((await listTickets(server, other)).body.tickets, []);
      assert.equal((await giveBack(server, wrong, device)).status, 404);
    });

    test('200: a subscription goes back, unless the account had it before', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const [own, both] = [await aPublicIssue(server, project), await aPublicIssue(server, project)];
      const [first, device] = [await aPlayer(server, project), await aPlayer(server, project)];
      const account = await linked(server, first, 'wrong');
      assert.equal((await subscribe(server, account, both)).status, 204);
      for (const issueId of [own, both]) assert.equal((await subscribe(server, device, issueId)).status, 204);
      const wrong = await linked(server, device, 'wrong');
      const back = afterLink(device, await unlink(server, wrong));
      assert.deepEqual((await giveBack(server, wrong, device)).body, { tickets: 0 });
      const subscribed = async (player: Player) => {
        const { body } = await server.call('GET', '/api/v1/player/known-issues', { token: player.token });
        return body.knownIssues
          .filter((issue: { subscribed: boolean }) => issue.subscribed)
          .map(({ id }: { id: string }) => id);
      };
      assert.deepEqual([await subscribed(back), await subscribed(account)], [[own], [both]]);
    });

    test('200: to the right account, if the device is linked to it now', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const device = await aPlayer(server, project);
      const ticket = await aTicket(server, device);
      const wrong = await linked(server, device, 'wrong');
      const right = await linked(server, wrong, 'right');
      assert.equal((await getTicket(server, right, ticket)).status, 404);
      assert.deepEqual((await giveBack(server, wrong, device)).body, { tickets: 1 });
      assert.equal((await getTicket(server, right, ticket)).status, 200);
      const open = async (id: string) => (await seenPlayer(server, id)).openTickets;
      assert.deepEqual([await open(wrong.id), await open(right.id)], [0, 1]);
    });

    test('200: what a thief got with a code, except where somebody wrote since', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const [owner, thief] = [await aPlayer(server, project), await aPlayer(server, project)];
      const [quiet, written] = [await aTicket(server, owner), await aTicket(server, owner)];
      for (const ticket of [quiet, written]) assert.equal((await teamReply(server, ticket)).status, 201);
      server.clock.advance(2 * DAY);
      const { body } = await identify(server, project, { installationId: owner.installationId });
      const victim = { ...owner, token: body.playerAccessToken };
      const later = await identify(server, project, { installationId: thief.installationId });
      await moveWithCode(server, victim, { ...thief, token: later.body.playerAccessToken });
      const player = { ...thief, token: later.body.playerAccessToken };
      assert.equal((await playerReply(server, player, written)).status, 200);
      const { received } = (await team(server, 'GET', `/players/${thief.id}/links`)).body;
      const at = new Date(server.clock.now).toISOString();
      assert.deepEqual(received, [{ installationId: owner.id, by: 'code', tickets: 2, at }]);
      assert.deepEqual((await giveBack(server, thief, owner)).body, { tickets: 1 });
      assert.equal((await getTicket(server, victim, quiet)).status, 200);
      assert.equal((await getTicket(server, victim, written)).status, 404);
      const about = async (who: Player) =>
        (await poll(server, who)).body.messages.map(({ ticketId }: { ticketId: string }) => ticketId);
      assert.deepEqual([await about(victim), await about(player)], [[quiet], [written]]);
      assert.deepEqual((await team(server, 'GET', `/players/${thief.id}/links`)).body.received, []);
      // Its age comes back too: it was new since the code was used.
      const age = server.clock.now - Date.parse((await seenPlayer(server, owner.id)).createdAt);
      assert.equal(age, 2 * DAY);
    });

    test('200: what came with several codes, with the age of before the first one', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const [owner, thief] = [await aPlayer(server, project), await aPlayer(server, project)];
      const { createdAt } = await seenPlayer(server, owner.id);
      const first = await aTicket(server, owner);
      server.clock.advance(HOUR);
      await moveWithCode(server, owner, thief);
      server.clock.advance(HOUR);
      await moveWithCode(server, thief, owner);
      assert.equal((await playerReply(server, owner, first)).status, 200);
      await moveWithCode(server, owner, thief);
      server.clock.advance(HOUR);
      const second = await aTicket(server, owner);
      await moveWithCode(server, owner, thief);
      assert.deepEqual((await giveBack(server, thief, owner)).body, { tickets: 2 });
      for (const ticket of [first, second]) assert.equal((await getTicket(server, owner, ticket)).status, 200);
      assert.equal((await seenPlayer(server, owner.id)).createdAt, createdAt);
    });

    test('200: what moved there and back before, if nobody wrote since it moved last', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const [owner, thief] = [await aPlayer(server, project), await aPlayer(server, project)];
      const ticket = await aTicket(server, owner);
      await moveWithCode(server, owner, thief);
      await moveWithCode(server, thief, owner);
      assert.equal((await playerReply(server, owner, ticket)).status, 200);
      server.clock.advance(1000);
      await moveWithCode(server, owner, thief);
      assert.deepEqual((await giveBack(server, thief, owner)).body, { tickets: 1 });
      assert.equal((await getTicket(server, owner, ticket)).status, 200);
    });

    test('404: another installation, and a move of another player', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const [old, next, other] = [
        await aPlayer(server, project),
        await aPlayer(server, project),
        await aPlayer(server, project),
      ];
      await aTicket(server, old);
      await moveWithCode(server, old, next);
      const path = `/api/v1/team/players/${next.id}/links/${other.id}/return`;
      assertProblem(await giveBack(server, next, other), 404, 'not-found', path);
      assert.equal((await giveBack(server, other, old)).status, 404);
      assert.equal((await giveBack(server, old, next)).status, 404);
    });
  },
);
