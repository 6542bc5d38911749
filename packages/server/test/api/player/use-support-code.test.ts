import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '../../../src/domain/time.ts';
import { useSupportCode as operation } from '../../../src/player/use-support-code.ts';
import { assertProblem } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  directMessage,
  getTicket,
  listTickets,
  type Player,
  poll,
  seenPlayer,
  team,
  teamReply,
} from '../../helpers/builders.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { afterLink, linked, setUpIdentity, unlink } from '../../helpers/identity.ts';
import { ticketChange } from '../../helpers/operation/change-feed.ts';
import { changed } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/player/support-code/use';

async function aCode(server: TestServer, { token }: Player): Promise<string> {
  const { status, body, text } = await server.call('POST', '/api/v1/player/support-code', { token });
  assert.equal(status, 200, text);
  return body.code;
}

const use = (server: TestServer, { token }: Player, code: string) =>
  server.call('POST', PATH, { token, body: { code } });

testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => {
      const old = await aPlayer(server, player.project);
      await aTicket(server, old);
      return { body: { code: await aCode(server, old) } };
    },
    statuses: {
      400: changed({ body: { code: '' } }),
      409: changed({ body: { code: '0000-0000-0000' } }),
    },
    statements: { usual: 30 },
    changeFeed: ({ player }) => [ticketChange(player.project, null)],
  },
  () => {
    test('200: a ticket that then moves again, by a link, is still found by the team', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const [old, next] = [await aPlayer(server, project), await aPlayer(server, project)];
      const ticket = await aTicket(server, old);
      assert.equal((await use(server, next, await aCode(server, old))).status, 200);
      const account = await linked(server, next, 'ada');
      const { status, body } = await team(server, 'GET', `/tickets/${ticket}`);
      assert.deepEqual([status, body.player.id], [200, account.id]);
    });

    test('200: the new installation has the tickets and the inbox, the old one is empty and goes on', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const [old, next] = [await aPlayer(server, project), await aPlayer(server, project)];
      const ticket = await aTicket(server, old);
      await teamReply(server, ticket, 'Answer.');
      await directMessage(server, old);
      const code = await aCode(server, old);
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
      assert.deepEqual((await use(server, next, typed)).body, { tickets: 1 });
      assert.equal((await listTickets(server, next)).body.tickets[0].id, ticket);
      assert.equal((await poll(server, next)).body.messages.length, 2);
      assert.deepEqual((await listTickets(server, old)).body.tickets, []);
      assert.deepEqual((await poll(server, old)).body.messages, []);
      assert.equal((await getTicket(server, old, ticket)).status, 404);
      await teamReply(server, ticket, 'Another answer.');
      assert.equal((await getTicket(server, next, ticket)).body.messages.length, 3);
      const open = async ({ id }: Player) => (await seenPlayer(server, id)).openTickets;
      assert.deepEqual([await open(old), await open(next)], [0, 1]);
      await aTicket(server, old);
      const unused = await aPlayer(server, project);
      assertProblem(await use(server, unused, code), 409, 'support-code-refused', PATH);
      assert.deepEqual((await use(server, old, await aCode(server, next))).body, { tickets: 1 });
      assert.equal((await getTicket(server, old, ticket)).body.messages.length, 3);
      assert.deepEqual([await open(old), await open(next)], [2, 0]);
    });

    test('200: into an account', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const [old, next] = [await aPlayer(server, project), await aPlayer(server, project)];
      const ticket = await aTicket(server, old);
      const code = await aCode(server, old);
      const account = await linked(server, next, 'account');
      assert.deepEqual((await use(server, account, code)).body, { tickets: 1 });
      assert.equal((await listTickets(server, account)).body.tickets[0].id, ticket);
    });

    test('409: a code of this installation, of another project, of an account, and one that has expired', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const [old, next] = [await aPlayer(server, project), await aPlayer(server, project)];
      const refused = async (player: Player, code: string) =>
        assertProblem(await use(server, player, code), 409, 'support-code-refused', PATH);
      const code = await aCode(server, old);
      await refused(old, code);
      await refused(await aPlayer(server), code);
      for (const text of ['x', code.slice(1), `${code}0`, 'UUUU-UUUU-UUUU']) await refused(next, text);
      const late = await aCode(server, old);
      server.clock.advance(HOUR);
      await refused(next, late);
      const last = await aCode(server, old);
      await linked(server, old, 'account', server.clock.now);
      await refused(next, last);
    });

    test('409: the other codes of an installation after one was used, and after a link that has ended', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const [old, next, thief] = [
        await aPlayer(server, project),
        await aPlayer(server, project),
        await aPlayer(server, project),
      ];
      const [one, two] = [await aCode(server, old), await aCode(server, old)];
      assert.equal((await use(server, next, one)).status, 200);
      await aTicket(server, old);
      assertProblem(await use(server, thief, two), 409, 'support-code-refused', PATH);
      const before = await aCode(server, next);
      const alone = afterLink(next, await unlink(server, await linked(server, next, 'account')));
      await aTicket(server, alone);
      assertProblem(await use(server, thief, before), 409, 'support-code-refused', PATH);
    });

    test('429: a sixth code within an hour, also after a link', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      await setUpIdentity(server, player.project);
      for (let count = 0; count < 5; count++) assert.equal((await use(server, player, 'x')).status, 409);
      assertProblem(await use(server, player, 'x'), 429, 'rate-limited', PATH);
      const account = await linked(server, player, 'account');
      assertProblem(await use(server, account, 'x'), 429, 'rate-limited', PATH);
      const other = await linked(server, await aPlayer(server, player.project), 'account');
      assert.equal((await use(server, other, 'x')).status, 409, 'another installation has tries of its own');
      server.clock.advance(HOUR);
      assert.equal((await use(server, account, 'x')).status, 409);
    });
  },
);
