import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, iso, MINUTE } from '../../../src/domain/time.ts';
import { getPlayerInbox as operation } from '../../../src/player/get-player-inbox.ts';
import { assertLimited, assertUnauthorized } from '../../helpers/assert-problem.ts';
import {
  anAnnouncement,
  aPlayer,
  aProject,
  aTicket,
  block,
  directMessage,
  getTicket,
  listTickets,
  markRead,
  mergeTicket,
  type Player,
  playerReply,
  poll,
  setStatus,
  teamNote,
  teamReply,
} from '../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';
import type { PlayerGiven, RequestParts } from '../../helpers/operation/facts.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { watchStatements } from '../../helpers/statements.ts';

const INBOX = '/api/v1/player/inbox';

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

async function inboxIds(server: TestServer, player: Player, more = ''): Promise<string[]> {
  const { status, body, text } = await poll(server, player, more);
  assert.equal(status, 200, text);
  return body.messages.map(({ id }: { id: string }) => id);
}

const sinceATime = ({ player }: PlayerGiven): RequestParts => ({
  query: `?projectPublicKey=${player.project.publicKey}&since=2026-01-01T00:00:00Z`,
});

testPlayerOperation(
  operation,
  {
    request: ({ player }) => ({ query: `?projectPublicKey=${player.project.publicKey}` }),
    statements: { usual: 1, cases: { 'since a time': [1, sinceATime] } },
  },
  () => {
    describe('GetPlayerInbox 200', () => {
      test('an empty inbox', async (t) => {
        const server = await startServer(t);
        const { status, headers, body } = await poll(server, await aPlayer(server));
        assert.equal(status, 200);
        assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
        assert.deepEqual(body, { messages: [], nextPollAfterSeconds: body.nextPollAfterSeconds });
      });

      test('shows each type of message with all its fields, newest first', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player, { subject: 'Gold 🧀 gone' });
        await teamReply(server, ticketId, ' Jump\ntwice. ');
        server.clock.advance(1000);
        await setStatus(server, ticketId, 'resolved');
        server.clock.advance(1000);
        await setStatus(server, ticketId, 'closed');
        server.clock.advance(1000);
        const direct = await directMessage(server, player, { title: 'Hello', body: 'You won.' });
        const { messages } = (await poll(server, player)).body;
        const [, closed, resolved, reply] = messages;
        const ofTicket = { ticketId, title: 'Gold 🧀 gone', readAt: null };
        assert.deepEqual(messages, [
          {
            id: direct,
            type: 'direct',
            ticketId: null,
            title: 'Hello',
            body: 'You won.',
            createdAt: at(3000),
            readAt: null,
          },
          { ...ofTicket, id: closed.id, type: 'ticket_status', body: closed.body, createdAt: at(2000) },
          { ...ofTicket, id: resolved.id, type: 'ticket_status', body: resolved.body, createdAt: at(1000) },
          { ...ofTicket, id: reply.id, type: 'ticket_reply', body: ' Jump\ntwice. ', createdAt: at(0) },
        ]);
        assert.match(closed.body, /closed/);
        assert.match(resolved.body, /resolved/);
        assert.equal(new Set(messages.map(({ id }: { id: string }) => id)).size, 4);
      });

      test('an unchanged status, open, pending and notes add no message', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        for (const status of ['open', 'pending', 'open']) await setStatus(server, ticketId, status);
        await teamNote(server, ticketId);
        await playerReply(server, player, ticketId);
        assert.deepEqual(await inboxIds(server, player), []);
        for (const status of ['resolved', 'resolved', 'closed', 'closed', 'open']) {
          await setStatus(server, ticketId, status);
        }
        assert.equal((await inboxIds(server, player)).length, 2);
      });

      test("has only the player's own messages", async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const neighbour = await aPlayer(server, player.project);
        const own = await directMessage(server, player);
        await directMessage(server, neighbour);
        await directMessage(server, await aPlayer(server));
        assert.deepEqual(await inboxIds(server, player), [own]);
      });

      test('has the newest 50 messages, in order even within one millisecond', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const sent: string[] = [];
        for (let i = 0; i < 60; i++) sent.unshift(await directMessage(server, player, { title: String(i) }));
        assert.deepEqual(await inboxIds(server, player), sent.slice(0, 50));
      });

      for (const [days, config] of [
        [90, {}],
        [2, { inboxDays: 2 }],
      ] as const) {
        test(`has the messages of the last ${days} days`, async (t) => {
          const server = await startServer(t, { config });
          const player = await aPlayer(server);
          const older = await directMessage(server, player);
          server.clock.advance(1000);
          const newer = await directMessage(server, player);
          const freshToken = async () => aPlayer(server, player.project, { installationId: player.installationId });
          server.clock.advance(days * DAY - 1000);
          assert.deepEqual(await inboxIds(server, await freshToken()), [newer, older]);
          server.clock.advance(1);
          assert.deepEqual(await inboxIds(server, await freshToken()), [newer]);
          server.clock.advance(1000);
          assert.deepEqual(await inboxIds(server, await freshToken()), []);
          // A message that is too old stays hidden.
          await markRead(server, await freshToken(), older);
          assert.deepEqual(await inboxIds(server, await freshToken(), `&since=${at(0)}`), []);
        });
      }

      test('a blocked player can poll', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await directMessage(server, player);
        await block(server, player);
        assert.deepEqual(await inboxIds(server, player), [id]);
      });

      test('ignores unknown parameters', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        assert.deepEqual(
          await inboxIds(server, player, '&limit=1&Since=2100-01-01T00:00:00Z&x=%00&&=&__proto__=1'),
          [],
        );
      });
    });

    describe('GetPlayerInbox since', () => {
      /** One second apart. The first is read a second after the last. */
      async function aFilledInbox(t: Parameters<typeof startServer>[0]) {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ids: string[] = [];
        for (let i = 0; i < 3; i++) {
          ids.push(await directMessage(server, player));
          server.clock.advance(1000);
        }
        const [first = '', second = '', third = ''] = ids;
        await markRead(server, player, first);
        return { server, player, first, second, third };
      }

      test('is inclusive, for created messages and for messages marked as read', async (t) => {
        const { server, player, first, second, third } = await aFilledInbox(t);
        const since = (time: number) => inboxIds(server, player, `&since=${at(time)}`);
        assert.deepEqual(await since(0), [third, second, first]);
        assert.deepEqual(await since(1000), [third, second, first]);
        assert.deepEqual(await since(1001), [third, first]);
        assert.deepEqual(await since(2000), [third, first]);
        assert.deepEqual(await since(2001), [first]);
        assert.deepEqual(await since(3000), [first]);
        assert.deepEqual(await since(3001), []);
      });

      /** Each writes to the inbox of a player with two tickets. */
      const WRITERS: Readonly<
        Record<string, (server: TestServer, player: Player, tickets: string[]) => Promise<unknown>>
      > = {
        'a reply': (server, _player, [ticket = '']) => teamReply(server, ticket),
        'a new status': (server, _player, [ticket = '']) => setStatus(server, ticket, 'resolved'),
        'a merge': (server, _player, [ticket = '', other = '']) => mergeTicket(server, ticket, other),
        'a direct message': (server, player) => directMessage(server, player),
        'a direct message with a ticket': (server, player) => directMessage(server, player, { canReply: true }),
        'an announcement': (server, player) => anAnnouncement(server, player.project),
      };
      for (const [name, write] of Object.entries(WRITERS)) {
        test(`finds ${name} after the clock was set back, by the time of the last poll and of the last message`, async (t) => {
          const server = await startServer(t);
          const player = await aPlayer(server);
          for (const [step, last] of [
            [-2 * MINUTE, 'poll'],
            [-2 * DAY, 'message'],
          ] as const) {
            // Announcements have no player, so they go by what was told within a day.
            if (name === 'an announcement' && last === 'message') continue;
            const tickets = [await aTicket(server, player), await aTicket(server, player)];
            const message = await directMessage(server, player);
            if (last === 'poll') server.clock.advance(MINUTE);
            const since = `&since=${iso(server.clock.now)}`;
            const before = await inboxIds(server, player, since);
            server.clock.step(step);
            await write(server, player, tickets);
            const found = (await inboxIds(server, player, since)).filter((id) => !before.includes(id));
            assert.equal(found.length, 1, last);
            // Also in order.
            assert.deepEqual((await inboxIds(server, player)).slice(0, 2), [found[0], message]);
          }
        });
      }

      test('finds a mark of another device after the clock was set back', async (t) => {
        const { server, player, third } = await aFilledInbox(t);
        const since = `&since=${iso(server.clock.now)}`;
        assert.equal((await inboxIds(server, player, since)).length, 1);
        server.clock.step(-2 * MINUTE);
        await markRead(server, player, third);
        assert.equal((await inboxIds(server, player, since)).includes(third), true);
      });

      test('accepts every ISO 8601 date-time with an offset', async (t) => {
        const { server, player, first, third } = await aFilledInbox(t);
        const forms = [
          '2026-01-01T12:00:02Z',
          '2026-01-01T12:00:02.0Z',
          '2026-01-01t12:00:01.5z',
          '2026-01-01T12:00:02.000000001Z',
          '2026-01-01T12:00:02%2B00:00',
          '2026-01-01T12:00:02-00:00',
          '2026-01-01T14:00:02%2B02:00',
          '2026-01-01T06:30:02-05:30',
          // An unencoded plus sign arrives as a space.
          '2026-01-01T14:00:02+02:00',
          '2026-01-01%2012:00:02Z',
        ];
        for (const form of forms)
          assert.deepEqual(await inboxIds(server, player, `&since=${form}`), [third, first], form);
      });

      test('is ignored if it is malformed or given twice', async (t) => {
        const { server, player, first, second, third } = await aFilledInbox(t);
        const later = '2026-06-01T00:00:00Z';
        const malformed = [
          '',
          'yesterday',
          '2026-06-01',
          '2026-06-01T00:00:00',
          '2026-06-01T00:00Z',
          '2026-13-01T00:00:00Z',
          '2026-06-31T00:00:00Z',
          '2026-02-29T00:00:00Z',
          '2026-06-01T25:00:00Z',
          '2026-06-01T00:60:00Z',
          '2026-06-01T00:00:00%2B99:99',
          '1780272000000',
          `${later}x`,
          `%20${later}`,
          'NaN',
          '%00',
          `${later}&since=${later}`,
        ];
        for (const since of malformed) {
          const ids = new Set(await inboxIds(server, player, `&since=${since}`));
          assert.deepEqual(ids, new Set([first, second, third]), since);
        }
        assert.deepEqual(await inboxIds(server, player, `&since=${later}`), []);
      });

      test('selects before the limit of 50 applies', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const oldest = await directMessage(server, player);
        server.clock.advance(1000);
        for (let i = 0; i < 50; i++) await directMessage(server, player);
        server.clock.advance(1000);
        await markRead(server, player, oldest);
        assert.equal((await inboxIds(server, player)).includes(oldest), false);
        assert.deepEqual(await inboxIds(server, player, `&since=${at(2000)}`), [oldest]);
      });
    });

    describe('GetPlayerInbox 401', () => {
      test('for a projectPublicKey that is absent, too long, empty, given twice, or not of the project', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const other = await aProject(server);
        const own = player.project.publicKey;
        const key = (value: string) => `projectPublicKey=${value}`;
        const queries = [
          '',
          `ProjectPublicKey=${own}`,
          ...['', other.publicKey, own.slice(1), `${own}x`, own.toUpperCase(), `${own}%00`, 'x'.repeat(81)].map(key),
          `${key(own)}&${key(own)}`,
          `${key(own)}&${key(other.publicKey)}`,
        ];
        for (const query of queries) {
          const reply = await server.call('GET', `${INBOX}?${query}`, { token: player.token });
          assertUnauthorized(reply, INBOX, 'invalid_token');
        }
        assert.equal((await poll(server, player)).status, 200);
      });
    });

    describe('GetPlayerInbox 429', () => {
      test('poll, list, ticket and mark-read share 240 reads per minute', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const neighbour = await aPlayer(server, player.project);
        const ticketId = await aTicket(server, player);
        const messageId = await directMessage(server, player);
        const reads = [
          { path: INBOX, send: () => poll(server, player) },
          { path: '/api/v1/player/tickets', send: () => listTickets(server, player) },
          { path: `/api/v1/tickets/${ticketId}`, send: () => getTicket(server, player, ticketId) },
          { path: `${INBOX}/${messageId}/read`, send: () => markRead(server, player, messageId) },
        ];
        for (let i = 0; i < 60; i++) {
          for (const { send } of reads) assert.equal((await send()).status, 200);
        }
        server.clock.advance(30_000);
        for (const { path, send } of reads) assertLimited(await send(), path, { quota: 240, window: 60, wait: 30 });
        const head = await server.call('HEAD', `/api/v1/tickets/${ticketId}`, { token: player.token });
        assert.equal(head.status, 429);
        assert.equal((await playerReply(server, player, ticketId)).status, 200);
        assert.equal((await poll(server, neighbour)).status, 200);
        server.clock.advance(30_000);
        for (const { send } of reads) assert.equal((await send()).status, 200);
      });

      test('a player who has used up the limit is refused before any look-up', async (t) => {
        const server = await startServer(t, { env: { RATE_LIMIT_READ: '1' } });
        const player = await aPlayer(server);
        assert.equal((await poll(server, player)).status, 200);
        const sent = watchStatements(t);
        assert.equal((await poll(server, player)).status, 429);
        assert.deepEqual(
          sent.filter(({ text }) => text.includes('"player"')),
          [],
        );
      });
    });
  },
);
