import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTicketNumbers as operation } from '../../../src/player/list-ticket-numbers.ts';
import { aPlayer, aProject, aTicket, createTicket, type Player, team } from '../../helpers/builders.ts';
import type { TestServer } from '../../helpers/harness.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../helpers/shared-server.ts';

const PATH = '/api/v1/player/ticket-numbers';

await testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => {
      await aTicket(server, player);
      return {};
    },
    statements: { usual: 1 },
  },
  async () => {
    const server = await sharedServer();

    async function numbersOf(server: TestServer, player: Player) {
      const { status, body, text } = await server.call('GET', PATH, { token: player.token });
      assert.equal(status, 200, text);
      return body.tickets;
    }

    test('200: numbers of the project, without a gap; only those of this player', async () => {
      const project = await aProject(server);
      const [one, other] = [await aPlayer(server, project), await aPlayer(server, project)];
      assert.deepEqual(await numbersOf(server, one), []);
      const tickets = [await aTicket(server, one), await aTicket(server, other), await aTicket(server, one)];
      const numbered = tickets.map((ticketId, index) => ({ ticketId, number: index + 1 }));
      assert.deepEqual(await numbersOf(server, one), [numbered[2], numbered[0]]);
      assert.deepEqual(await numbersOf(server, other), [numbered[1]]);
      assert.deepEqual(await numbersOf(server, await aPlayer(server)), []);
    });

    test('200: a repeated and a refused ticket use up no number', async () => {
      const player = await aPlayer(server, await aProject(server));
      const headers = { 'idempotency-key': 'one' };
      const repeated = await Promise.all(
        Array.from({ length: 3 }, () => createTicket(server, player, {}, { token: player.token, headers })),
      );
      assert.deepEqual(
        repeated.map(({ status }) => status),
        [201, 201, 201],
      );
      assert.equal((await createTicket(server, player, { subject: '' })).status, 400);
      const second = await aTicket(server, player);
      // Each of them took a number, and gave it back.
      assert.ok((await team(server, 'GET', `/tickets/${second}`)).body.number <= 3);
    });
  },
);
