import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { markInboxMessageRead as operation } from '../../../src/player/mark-inbox-message-read.ts';
import { assertLimited } from '../../helpers/assert-problem.ts';
import {
  anAnnouncement,
  aPlayer,
  aTicket,
  block,
  directMessage,
  markRead,
  poll,
  setStatus,
  teamNote,
  teamReply,
} from '../../helpers/builders.ts';
import type { CallOptions } from '../../helpers/call.ts';
import { START, startServer } from '../../helpers/harness.ts';
import type { PlayerGiven, RequestParts } from '../../helpers/operation/facts.ts';
import { changed } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { assertAllNotFound, strangeIds } from '../../helpers/strange-ids.ts';

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const pathOf = (messageId: string) => `/api/v1/player/inbox/${messageId}/read`;

async function ofAnnouncement({ server, player }: PlayerGiven): Promise<RequestParts> {
  const messageId = await anAnnouncement(server, player.project);
  // Caches the project and its announcements.
  await poll(server, player);
  return { params: { messageId } };
}

async function repeated({ server, player }: PlayerGiven): Promise<RequestParts> {
  const messageId = await directMessage(server, player);
  await markRead(server, player, messageId);
  return { params: { messageId } };
}

testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => ({ params: { messageId: await directMessage(server, player) } }),
    statuses: { 404: changed({ params: { messageId: 'inb_a' } }) },
    changeFeed: [],
    statements: { usual: 2, cases: { repeated: [1, repeated], 'of an announcement': [2, ofAnnouncement] } },
  },
  () => {
    describe('MarkInboxMessageRead 200', () => {
      test('a message of every type is marked once, and repeating changes nothing', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        await teamReply(server, ticketId);
        await setStatus(server, ticketId, 'resolved');
        await directMessage(server, player);
        await anAnnouncement(server, player.project);
        const messages: { id: string; type: string }[] = (await poll(server, player)).body.messages;
        assert.deepEqual(messages.map(({ type }) => type).sort(), [
          'announcement',
          'direct',
          'ticket_reply',
          'ticket_status',
        ]);
        const readAts = new Map<string, string>();
        for (const { id } of messages) {
          server.clock.advance(1000);
          const { status, headers, body } = await markRead(server, player, id);
          assert.equal(status, 200);
          assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
          assert.deepEqual(body, { ok: true, readAt: at(server.clock.now - START) });
          readAts.set(id, body.readAt);
        }
        server.clock.advance(1000);
        for (const { id } of messages) {
          assert.deepEqual((await markRead(server, player, id)).body, { ok: true, readAt: readAts.get(id) });
        }
        const polled: { id: string; readAt: string }[] = (await poll(server, player)).body.messages;
        assert.deepEqual(new Map(polled.map(({ id, readAt }) => [id, readAt])), readAts);
        assert.equal(new Set(readAts.values()).size, 4);
      });

      test('marks one message only', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const first = await directMessage(server, player);
        const second = await directMessage(server, player);
        await markRead(server, player, first);
        const { body } = await poll(server, player);
        assert.deepEqual(
          body.messages.map(({ id, readAt }: { id: string; readAt: string | null }) => [id, readAt]),
          [
            [second, null],
            [first, at(0)],
          ],
        );
      });

      test('each player marks an announcement separately', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const neighbour = await aPlayer(server, player.project);
        const id = await anAnnouncement(server, player.project);
        await markRead(server, player, id);
        server.clock.advance(1000);
        assert.equal((await poll(server, neighbour)).body.messages[0].readAt, null);
        assert.equal((await markRead(server, neighbour, id)).body.readAt, at(1000));
        assert.equal((await poll(server, player)).body.messages[0].readAt, at(0));
      });

      test('an announcement that has ended can still be marked', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await anAnnouncement(server, player.project, { endsAt: at(1000) });
        server.clock.advance(1000);
        assert.deepEqual((await poll(server, player)).body.messages, []);
        assert.deepEqual((await markRead(server, player, id)).body, { ok: true, readAt: at(1000) });
      });

      for (const kind of ['direct message', 'announcement'] as const) {
        test(`twenty concurrent requests for a ${kind} return the same readAt`, async (t) => {
          const server = await startServer(t);
          const player = await aPlayer(server);
          const id = await (kind === 'announcement'
            ? anAnnouncement(server, player.project)
            : directMessage(server, player));
          let ticks = 0;
          Object.defineProperty(server.clock, 'now', { get: () => START + ++ticks });
          const replies = await Promise.all(Array.from({ length: 20 }, () => markRead(server, player, id)));
          assert.deepEqual(new Set(replies.map(({ status, body }) => `${status} ${body.ok}`)), new Set(['200 true']));
          const readAts = new Set(replies.map(({ body }) => body.readAt));
          assert.equal(readAts.size, 1);
          assert.deepEqual(new Set([(await poll(server, player)).body.messages[0].readAt]), readAts);
        });
      }

      test('a blocked player can mark', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await directMessage(server, player);
        await block(server, player);
        assert.equal((await markRead(server, player, id)).status, 200);
      });

      test('needs no body, and ignores any body and any content type', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await directMessage(server, player);
        const json = 'application/json';
        const cases: CallOptions[] = [
          {},
          { raw: '' },
          { raw: '{}' },
          { raw: '{broken', headers: { 'content-type': json } },
          { raw: Buffer.from([0xff, 0xfe]), headers: { 'content-type': json } },
          { headers: { 'content-type': json } },
          ...['text/plain', 'application/xml', 'image/png', 'multipart/form-data', 'text', '/', ''].map((type) => ({
            raw: 'x',
            headers: { 'content-type': type },
          })),
          { raw: 'x', headers: { 'content-encoding': 'gzip' } },
          { raw: '{"readAt":null}', headers: { 'idempotency-key': 'not a key' } },
        ];
        for (const options of cases) {
          const { status, text } = await server.call('POST', pathOf(id), { token: player.token, ...options });
          assert.equal(status, 200, `${JSON.stringify(options)} ${text}`);
        }
      });
    });

    describe('MarkInboxMessageRead 404', () => {
      test('is the same for messages of other players or projects, and for unknown or malformed ids', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const neighbour = await aPlayer(server, player.project);
        const otherPlayer = await aPlayer(server);
        const own = await directMessage(server, player);
        const theirs = await directMessage(server, neighbour);
        const foreign = await directMessage(server, otherPlayer);
        const announced = await anAnnouncement(server, player.project);
        const elsewhere = await anAnnouncement(server, otherPlayer.project);
        const gone = await anAnnouncement(server, player.project);
        await server.call('DELETE', `/api/v1/team/announcements/${gone}`, { token: server.teamKey });
        const ticketId = await aTicket(server, player);
        const note = (await teamNote(server, ticketId)).body.messageId;
        const reply = (await teamReply(server, ticketId)).body.messageId;
        const real = [theirs, foreign, elsewhere, gone, ticketId, note, reply, player.id];
        await assertAllNotFound(
          [...real, ...strangeIds(own), ...strangeIds(theirs), ...strangeIds(announced)],
          pathOf,
          (path) => server.call('POST', path, { token: player.token }),
        );
        assert.equal((await poll(server, neighbour)).body.messages.at(-1).readAt, null);
        assert.equal((await poll(server, otherPlayer)).body.messages.at(-1).readAt, null);
      });

      test('an announcement is unknown before its start', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await anAnnouncement(server, player.project, { startsAt: at(1000) });
        server.clock.advance(999);
        await assertAllNotFound([id], pathOf, () => markRead(server, player, id));
        server.clock.advance(1);
        assert.equal((await markRead(server, player, id)).body.readAt, at(1000));
      });
    });

    describe('MarkInboxMessageRead 429', () => {
      test('comes after too many reads in a minute, and marks nothing', async (t) => {
        const server = await startServer(t, { env: { RATE_LIMIT_READ: '1' } });
        const player = await aPlayer(server);
        const id = await directMessage(server, player);
        assert.equal((await markRead(server, player, 'unknown')).status, 404);
        assertLimited(await markRead(server, player, id), pathOf(id), { quota: 1, window: 60, wait: 60 });
        server.clock.advance(60_000);
        assert.equal((await poll(server, player)).body.messages[0].readAt, null);
        server.clock.advance(60_000);
        assert.equal((await markRead(server, player, id)).status, 200);
      });
    });
  },
);
