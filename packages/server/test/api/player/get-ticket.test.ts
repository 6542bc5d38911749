import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getTicket as operation } from '../../../src/player/get-ticket.ts';
import { assertLimited, assertUnauthorized } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
  aTicket,
  block,
  getTicket,
  listTickets,
  markRead,
  type Player,
  playerReply,
  poll,
  setStatus,
  teamNote,
  teamReply,
} from '../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';
import type { PlayerGiven, RequestParts } from '../../helpers/operation/facts.ts';
import { changed, UNKNOWN_TICKET } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { assertAllNotFound, strangeIds } from '../../helpers/strange-ids.ts';

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

async function readTimes(server: TestServer, ticketId: string): Promise<(string | null)[]> {
  const { body } = await server.call('GET', `/api/v1/team/tickets/${ticketId}`, { token: server.teamKey });
  return body.messages.map((message: { readAt: string | null }) => message.readAt);
}

async function unreadCount(server: TestServer, player: Player): Promise<number> {
  return (await listTickets(server, player)).body.tickets[0].unreadCount;
}

async function withUnreadReply({ server, player }: PlayerGiven): Promise<RequestParts> {
  const ticketId = await aTicket(server, player);
  await teamReply(server, ticketId);
  return { params: { ticketId } };
}

testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => ({ params: { ticketId: await aTicket(server, player) } }),
    statuses: {
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
    },
    statements: {
      usual: 1,
      cases: { 'with a reply that was not read': [4, withUnreadReply] },
    },
  },
  () => {
    describe('GetTicket 200', () => {
      test('returns the ticket and its public conversation, oldest first, and nothing else', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player, {
          type: 'Käse 🧀',
          subject: ' Stuck\n',
          message: ' I "can\'t" 🧀\t',
        });
        server.clock.advance(1000);
        const admin = await teamReply(server, ticketId, 'Jump\n twice. ');
        server.clock.advance(1000);
        const reply = await playerReply(server, player, ticketId, '\u{10ffff}');

        const { status, headers, body } = await getTicket(server, player, ticketId);
        assert.equal(status, 200);
        assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
        assert.deepEqual(body, {
          id: ticketId,
          type: 'Käse 🧀',
          status: 'open',
          subject: ' Stuck\n',
          messages: [
            { id: body.messages[0].id, authorType: 'player', message: ' I "can\'t" 🧀\t', createdAt: at(0) },
            { id: admin.body.messageId, authorType: 'admin', message: 'Jump\n twice. ', createdAt: at(1000) },
            { id: reply.body.messageId, authorType: 'player', message: '\u{10ffff}', createdAt: at(2000) },
          ],
        });
        assert.equal(new Set(body.messages.map((message: { id: string }) => message.id)).size, 3);
      });

      for (const status of ['open', 'pending', 'resolved', 'closed']) {
        test(`shows a ticket that is ${status}`, async (t) => {
          const server = await startServer(t);
          const player = await aPlayer(server);
          const ticketId = await aTicket(server, player);
          await setStatus(server, ticketId, status);
          const { body } = await getTicket(server, player, ticketId);
          assert.equal(body.status, status);
          assert.equal(body.messages.length, 1);
        });
      }

      test('keeps the order of messages that were written in one millisecond', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player, { message: '0' });
        const expected = ['0'];
        for (let i = 1; i <= 60; i++) {
          if (i % 3 === 0) await playerReply(server, player, ticketId, String(i));
          else if (i % 3 === 1) await teamReply(server, ticketId, String(i));
          else await teamNote(server, ticketId, String(i));
          if (i % 3 !== 2) expected.push(String(i));
        }
        const { body } = await getTicket(server, player, ticketId);
        assert.deepEqual(
          body.messages.map(({ message }: { message: string }) => message),
          expected,
        );
        assert.equal(new Set(body.messages.map(({ createdAt }: { createdAt: string }) => createdAt)).size, 1);
      });

      test('never shows or counts an internal note, in the ticket, the list or the inbox', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        const before = (await listTickets(server, player)).text;
        server.clock.advance(5000);
        const note = await teamNote(server, ticketId, 'He cheats.');
        assert.equal(note.status, 201);

        assert.equal((await listTickets(server, player)).text, before);
        assert.deepEqual((await poll(server, player)).body.messages, []);
        const read = await getTicket(server, player, ticketId);
        assert.equal(read.body.messages.length, 1);
        assert.equal(read.body.status, 'open');
        assert.doesNotMatch(read.text, /He cheats/);
        assert.doesNotMatch(read.text, new RegExp(note.body.messageId));
        assert.equal((await markRead(server, player, note.body.messageId)).status, 404);
        await teamReply(server, ticketId, 'Seen.');
        await teamNote(server, ticketId, 'He cheats.');
        assert.equal((await listTickets(server, player)).body.tickets[0].lastMessagePreview, 'Seen.');
        assert.equal(await unreadCount(server, player), 1);
        await getTicket(server, player, ticketId);
        assert.deepEqual(await readTimes(server, ticketId), [null, null, at(5000), null]);
      });

      test('marks each reply of the team as read once', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        await teamReply(server, ticketId);
        await teamReply(server, ticketId);
        assert.equal(await unreadCount(server, player), 2);
        assert.deepEqual(await readTimes(server, ticketId), [null, null, null]);

        server.clock.advance(1000);
        await getTicket(server, player, ticketId);
        assert.equal(await unreadCount(server, player), 0);
        assert.deepEqual(await readTimes(server, ticketId), [null, at(1000), at(1000)]);

        server.clock.advance(1000);
        await teamReply(server, ticketId);
        assert.equal(await unreadCount(server, player), 1);
        server.clock.advance(1000);
        await getTicket(server, player, ticketId);
        await getTicket(server, player, ticketId);
        assert.equal(await unreadCount(server, player), 0);
        assert.deepEqual(await readTimes(server, ticketId), [null, at(1000), at(1000), at(3000)]);
      });

      test('marks only the replies of this ticket', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const one = await aTicket(server, player);
        const other = await aTicket(server, player);
        await teamReply(server, one);
        await teamReply(server, other);
        await getTicket(server, player, one);
        const { body } = await listTickets(server, player);
        const unread = body.tickets.map((ticket: { id: string; unreadCount: number }) => [
          ticket.id,
          ticket.unreadCount,
        ]);
        assert.deepEqual(Object.fromEntries(unread), { [one]: 0, [other]: 1 });
      });

      test('does not change the inbox', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        await teamReply(server, ticketId);
        await getTicket(server, player, ticketId);
        const [message] = (await poll(server, player)).body.messages;
        assert.equal(message.type, 'ticket_reply');
        assert.equal(message.readAt, null);
      });

      test('reading an inbox message does not mark the ticket as read', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        await teamReply(server, ticketId);
        await markRead(server, player, (await poll(server, player)).body.messages[0].id);
        assert.equal(await unreadCount(server, player), 1);
        assert.deepEqual(await readTimes(server, ticketId), [null, null]);
      });

      test('HEAD has the headers of GET and marks nothing', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        await teamReply(server, ticketId);
        const head = await server.call('HEAD', `/api/v1/tickets/${ticketId}`, { token: player.token });
        assert.equal(head.status, 200);
        assert.equal(head.text, '');
        assert.equal(await unreadCount(server, player), 1);
        assert.deepEqual(await readTimes(server, ticketId), [null, null]);
        const get = await getTicket(server, player, ticketId);
        assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(get.text)));
        assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
      });

      test('a blocked player can read, and it counts as read', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        await teamReply(server, ticketId);
        await block(server, player);
        assert.equal((await getTicket(server, player, ticketId)).status, 200);
        assert.equal(await unreadCount(server, player), 0);
      });

      test('twenty concurrent requests get the same conversation', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        await teamReply(server, ticketId);
        const replies = await Promise.all(Array.from({ length: 20 }, () => getTicket(server, player, ticketId)));
        assert.deepEqual([...new Set(replies.map((reply) => `${reply.status} ${reply.text}`))].length, 1);
        assert.equal(replies[0]?.status, 200);
        assert.equal(await unreadCount(server, player), 0);
      });
    });

    describe('GetTicket 404', () => {
      test('is the same for tickets of other players or projects, and for unknown or malformed ids', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const neighbour = await aPlayer(server, player.project);
        const otherPlayer = await aPlayer(server);
        const own = await aTicket(server, player);
        const theirs = await aTicket(server, neighbour);
        const foreign = await aTicket(server, otherPlayer);
        await teamReply(server, theirs);

        await assertAllNotFound(
          [theirs, foreign, neighbour.id, ...strangeIds(own), ...strangeIds(theirs)],
          (id) => `/api/v1/tickets/${id}`,
          (path) => server.call('GET', path, { token: player.token }),
        );
        assert.equal(await unreadCount(server, neighbour), 1);
        assert.equal((await getTicket(server, neighbour, theirs)).status, 200);
      });

      test('does not show a caller without a token whether a ticket exists', async (t) => {
        const server = await startServer(t);
        const ticketId = await aTicket(server, await aPlayer(server));
        for (const id of [ticketId, 'x', `${ticketId}a`, 'a'.repeat(8000), '%41'.repeat(2500)]) {
          const path = `/api/v1/tickets/${id}`;
          assertUnauthorized(await server.call('GET', path), path);
        }
        // An id that cannot be decoded.
        await assertAllNotFound(
          ['%zz', '%', '%ff'],
          (id) => `/api/v1/tickets/${id}`,
          (path) => server.call('GET', path),
        );
      });
    });

    describe('GetTicket 429', () => {
      test('comes after too many reads in a minute, and ends with the minute', async (t) => {
        const server = await startServer(t, { env: { RATE_LIMIT_READ: '2' } });
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        await getTicket(server, player, ticketId);
        await getTicket(server, player, 'unknown');
        const limited = await getTicket(server, player, ticketId);
        assertLimited(limited, `/api/v1/tickets/${ticketId}`, { quota: 2, window: 60, wait: 60 });
        server.clock.advance(60_000);
        assert.equal((await getTicket(server, player, ticketId)).status, 200);
      });
    });
  },
);
