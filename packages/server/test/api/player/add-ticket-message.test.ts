import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addTicketMessage as operation } from '../../../src/player/add-ticket-message.ts';
import { assertInvalid, assertLimited, assertProblem } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
  aTicket,
  block,
  createTicket,
  getTicket,
  listTickets,
  type Player,
  playerReply,
  poll,
  setStatus,
  teamReply,
} from '../../helpers/builders.ts';
import type { CallOptions, Reply } from '../../helpers/call.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';
import { ticketChange } from '../../helpers/operation/change-feed.ts';
import type { PlayerGiven, RequestParts, Scenario } from '../../helpers/operation/facts.ts';
import { changed, UNKNOWN_TICKET } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { assertAllNotFound, strangeIds } from '../../helpers/strange-ids.ts';
import { acceptedSamples, refusedSamples, type TextField } from '../../helpers/text-fields.ts';

const MESSAGE: TextField = { name: 'message', min: 1, max: 4000, required: true, notBlank: true };

const pathOf = (ticketId: string) => `/api/v1/tickets/${ticketId}/messages`;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

function send(server: TestServer, player: Player, ticketId: string, options: CallOptions): Promise<Reply> {
  return server.call('POST', pathOf(ticketId), { token: player.token, ...options });
}

async function texts(server: TestServer, player: Player, ticketId: string): Promise<string[]> {
  const { body } = await getTicket(server, player, ticketId);
  return body.messages.map(({ message }: { message: string }) => message);
}

/** The longest waiting ticket comes first. */
async function attention(server: TestServer): Promise<[id: string, since: string][]> {
  const { body } = await server.call('GET', '/api/v1/team/tickets?view=attention', { token: server.teamKey });
  return body.tickets.map((ticket: { id: string; attentionSince: string }) => [ticket.id, ticket.attentionSince]);
}

async function withKey({ server, player }: PlayerGiven): Promise<RequestParts> {
  const ticketId = await aTicket(server, player);
  return { params: { ticketId }, body: { message: 'm' }, headers: { 'idempotency-key': 'one' } };
}

async function withKeyAfterReply(given: PlayerGiven): Promise<RequestParts> {
  const request = await withKey(given);
  await teamReply(given.server, request.params?.ticketId ?? '');
  return request;
}

const inClosedTicket: Scenario<PlayerGiven> = async ({ server, prepare, send }) => {
  const request = await prepare();
  assert.equal((await setStatus(server, request.about ?? '', 'closed')).status, 200);
  return send(request);
};

testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => {
      const ticketId = await aTicket(server, player);
      return { params: { ticketId }, about: ticketId, body: { message: 'm' } };
    },
    statuses: {
      400: changed({ body: { message: '' } }),
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
      409: inClosedTicket,
    },
    statements: {
      usual: { sqlite: 3, postgres: 1 },
      cases: {
        'with an Idempotency-Key': [{ sqlite: 4, postgres: 1 }, withKey],
        'after a reply of the team, with an Idempotency-Key': [{ sqlite: 5, postgres: 1 }, withKeyAfterReply],
      },
    },
    changeFeed: ({ player, about }) => [ticketChange(player.project, about)],
  },
  () => {
    describe('AddTicketMessage 200', () => {
      test('adds a public message of the player and returns the new status', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const older = await aTicket(server, player, { message: 'First.' });
        server.clock.advance(1000);
        const newer = await aTicket(server, player);
        await teamReply(server, older);
        server.clock.advance(1000);

        const { status, headers, body } = await playerReply(server, player, older, '  Still\n\nstuck. ');
        assert.equal(status, 200);
        assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
        assert.deepEqual(body, { messageId: body.messageId, status: 'open', createdAt: at(2000) });
        const list = (await listTickets(server, player)).body.tickets;
        assert.deepEqual([list[0].id, list[1].id], [older, newer]);
        const { lastMessagePreview, lastMessageAt, unreadCount } = list[0];
        assert.deepEqual([lastMessagePreview, lastMessageAt, unreadCount], ['Still stuck.', at(2000), 1]);
        assert.deepEqual((await getTicket(server, player, older)).body.messages.at(-1), {
          id: body.messageId,
          authorType: 'player',
          message: '  Still\n\nstuck. ',
          createdAt: at(2000),
        });
      });

      for (const status of ['open', 'pending', 'resolved']) {
        test(`a reply on a ticket that is ${status} opens it and puts it in the attention queue`, async (t) => {
          const server = await startServer(t);
          const player = await aPlayer(server);
          const ticketId = await aTicket(server, player);
          await setStatus(server, ticketId, status);
          const waiting = status === 'open';
          assert.equal((await attention(server)).length, waiting ? 1 : 0);
          server.clock.advance(60_000);
          assert.equal((await playerReply(server, player, ticketId)).body.status, 'open');
          assert.equal((await getTicket(server, player, ticketId)).body.status, 'open');
          assert.deepEqual(await attention(server), [[ticketId, at(waiting ? 0 : 60_000)]]);
        });
      }

      test('a second reply keeps the place in the queue', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const first = await aTicket(server, player);
        server.clock.advance(1000);
        const second = await aTicket(server, player);
        server.clock.advance(1000);
        await playerReply(server, player, first);
        await playerReply(server, player, first);
        assert.deepEqual(await attention(server), [
          [first, at(0)],
          [second, at(1000)],
        ]);
        await teamReply(server, first);
        server.clock.advance(1000);
        await playerReply(server, player, first);
        assert.deepEqual(await attention(server), [
          [second, at(1000)],
          [first, at(3000)],
        ]);
      });

      test("puts nothing in the player's inbox", async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        await playerReply(server, player, ticketId);
        assert.deepEqual((await poll(server, player)).body.messages, []);
      });

      test('is accepted by a player who has more than ten open tickets', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const first = await aTicket(server, player);
        await setStatus(server, first, 'closed');
        for (let i = 0; i < 10; i++) await aTicket(server, player);
        assert.equal((await createTicket(server, player)).status, 409);
        await setStatus(server, first, 'resolved');
        assert.equal((await playerReply(server, player, first)).body.status, 'open');
      });

      test('stores a message unchanged', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player, { message: '?' });
        const sent = ['?'];
        for (const [what, message] of acceptedSamples(MESSAGE)) {
          assert.equal((await send(server, player, ticketId, { body: { message } })).status, 200, what);
          sent.push(String(message));
        }
        assert.deepEqual(await texts(server, player, ticketId), sent);
      });

      test('accepts every JSON media type and ignores unknown fields', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        const raw = '{"message":"x","status":"closed","authorType":"admin","visibility":"internal","__proto__":1}';
        const types = [
          'application/json',
          'text/json',
          'application/vnd.game+json',
          'Application/JSON; charset="UTF-8"',
        ];
        for (const type of types) {
          const reply = await send(server, player, ticketId, { raw, headers: { 'content-type': type } });
          assert.equal(reply.status, 200, type);
        }
        const { body } = await getTicket(server, player, ticketId);
        assert.equal(body.status, 'open');
        assert.deepEqual(
          body.messages.map(({ authorType }: { authorType: string }) => authorType),
          new Array(5).fill('player'),
        );
      });

      test('stores all of twenty concurrent replies', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player, { message: 'first' });
        const sent = Array.from({ length: 20 }, (_, i) => `m${i}`);
        const replies = await Promise.all(sent.map((message) => playerReply(server, player, ticketId, message)));
        assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
        const { body } = await getTicket(server, player, ticketId);
        const found = new Map(body.messages.map(({ id, message }: { id: string; message: string }) => [id, message]));
        assert.equal(found.size, 21);
        for (const [i, reply] of replies.entries()) assert.equal(found.get(reply.body.messageId), `m${i}`);
      });
    });

    describe('AddTicketMessage 400', () => {
      const NO_OBJECT: readonly (string | Uint8Array<ArrayBuffer>)[] = [
        'null',
        '[{"message":"x"}]',
        '"x"',
        '{"message":"x"',
        '',
        // Invalid UTF-8; half of a surrogate pair.
        Buffer.from('{"message":"\xff"}', 'latin1'),
        Buffer.from('{"message":"\xed\xa0\x80"}', 'latin1'),
      ];

      test('names the invalid fields, and stores nothing', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        const before = (await getTicket(server, player, ticketId)).text;
        for (const [, message] of refusedSamples(MESSAGE)) {
          assertInvalid(await send(server, player, ticketId, { body: { message } }), pathOf(ticketId), 'message');
        }
        assert.equal((await getTicket(server, player, ticketId)).text, before);
      });

      test('a body that is not a JSON object, or no body', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        for (const raw of NO_OBJECT) {
          assertInvalid(await send(server, player, ticketId, { raw }), pathOf(ticketId), '$');
        }
        assertInvalid(await send(server, player, ticketId, {}), pathOf(ticketId), '$');
        assert.equal((await texts(server, player, ticketId)).length, 1);
      });
    });

    describe('AddTicketMessage 404', () => {
      test('is the same for tickets of other players or projects, and for unknown or malformed ids', async (t) => {
        const server = await startServer(t, { env: { RATE_LIMIT_REPLY: '1000' } });
        const player = await aPlayer(server);
        const neighbour = await aPlayer(server, player.project);
        const otherPlayer = await aPlayer(server);
        const own = await aTicket(server, player);
        const theirs = await aTicket(server, neighbour);
        const foreign = await aTicket(server, otherPlayer);
        const closed = await aTicket(server, neighbour);
        await setStatus(server, closed, 'closed');
        const ids = [theirs, foreign, closed, neighbour.id, ...strangeIds(own), ...strangeIds(theirs)];
        for (const headers of [{}, { 'idempotency-key': 'key' }]) {
          const options = { token: player.token, body: { message: 'Mine?' }, headers };
          await assertAllNotFound(ids, pathOf, (path) => server.call('POST', path, options));
        }
        assert.equal((await texts(server, neighbour, theirs)).length, 1);
        assert.equal((await texts(server, otherPlayer, foreign)).length, 1);
        assert.equal((await texts(server, player, own)).length, 1);
      });
    });

    describe('AddTicketMessage 409', () => {
      for (const [type, prepare] of [
        ['ticket-closed', (server: TestServer, _: Player, id: string) => setStatus(server, id, 'closed')],
        ['player-blocked', (server: TestServer, player: Player) => block(server, player)],
      ] as const) {
        test(`${type}, and nothing changes`, async (t) => {
          const server = await startServer(t);
          const player = await aPlayer(server);
          const ticketId = await aTicket(server, player);
          await prepare(server, player, ticketId);
          server.clock.advance(1000);
          const before = [(await getTicket(server, player, ticketId)).text, (await listTickets(server, player)).text];
          const queue = await attention(server);
          assertProblem(await playerReply(server, player, ticketId), 409, type, pathOf(ticketId));
          assert.deepEqual(
            [(await getTicket(server, player, ticketId)).text, (await listTickets(server, player)).text],
            before,
          );
          assert.deepEqual(await attention(server), queue);
        });
      }

      test('ends when the team reopens the ticket or unblocks the player', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        await setStatus(server, ticketId, 'closed');
        assert.equal((await playerReply(server, player, ticketId)).status, 409);
        await setStatus(server, ticketId, 'open');
        await block(server, player);
        assert.equal((await playerReply(server, player, ticketId)).status, 409);
        await block(server, player, false);
        assert.equal((await playerReply(server, player, ticketId)).status, 200);
      });
    });

    describe('AddTicketMessage 415', () => {
      test('for anything except JSON in UTF-8, and for an encoded body', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        const types = [
          'text/plain',
          'application/xml',
          'application/x-json',
          'text/vnd.game+json',
          'json',
          'a/b/c',
          '',
        ];
        const cases = [
          ...[...types, 'application/json; charset=utf-16'].map((type) => ({ 'content-type': type })),
          { 'content-encoding': 'gzip' },
          { 'content-encoding': 'deflate' },
        ];
        for (const headers of cases) {
          const reply = await send(server, player, ticketId, { body: { message: 'x' }, headers });
          assertProblem(reply, 415, 'unsupported-media-type', pathOf(ticketId));
        }
        assert.equal((await texts(server, player, ticketId)).length, 1);
      });
    });

    describe('AddTicketMessage 429', () => {
      test('comes after thirty replies in a minute, and ends with the minute', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const neighbour = await aPlayer(server, player.project);
        const ticketId = await aTicket(server, player);
        const theirs = await aTicket(server, neighbour);
        for (let i = 0; i < 30; i++) assert.equal((await playerReply(server, player, ticketId)).status, 200);
        server.clock.advance(15_500);
        const limited = await playerReply(server, player, ticketId);
        assertLimited(limited, pathOf(ticketId), { quota: 30, window: 60, wait: 45 });
        assert.equal((await texts(server, player, ticketId)).length, 31);
        assert.equal((await playerReply(server, neighbour, theirs)).status, 200);
        assert.equal((await createTicket(server, player)).status, 201);
        server.clock.advance(44_499);
        assert.equal((await playerReply(server, player, ticketId)).status, 429);
        server.clock.advance(1);
        assert.equal((await playerReply(server, player, ticketId)).status, 200);
      });
    });
  },
);
