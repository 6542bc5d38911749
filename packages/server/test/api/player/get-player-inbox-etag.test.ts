import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anAnnouncement,
  aPlayer,
  aTicket,
  directMessage,
  getTicket,
  markRead,
  type Player,
  poll,
  setStatus,
  teamNote,
  teamReply,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

const MINUTE = 60_000;

describe('GetPlayerInbox ETag', () => {
  const etagOf = (reply: Reply) => reply.headers.get('etag') ?? '';
  const pollWith = (server: TestServer, player: Player, tag: string) =>
    poll(server, player, '', { headers: { 'if-none-match': tag } });

  test('stays the same while nothing changes, with any jitter', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await directMessage(server, player);
    const replies = await Promise.all(Array.from({ length: 50 }, () => poll(server, player)));
    assert.equal(new Set(replies.map(etagOf)).size, 1);
    assert.match(etagOf(await poll(server, player)), /^W\/"[\x21\x23-\x7e]+"$/);
    assert.ok(new Set(replies.map(({ body }) => body.nextPollAfterSeconds)).size > 1);
  });

  test('gives 304 without a body if If-None-Match has it', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await directMessage(server, player);
    const tag = etagOf(await poll(server, player));
    for (const sent of [tag, tag.slice(2), `"a", ${tag}, "b"`, `"a",${tag.slice(2)}`, '*', ` ${tag} `]) {
      const { status, text, headers } = await pollWith(server, player, sent);
      assert.deepEqual([status, text, headers.get('etag')], [304, '', tag], sent);
      assert.equal(headers.get('content-type'), null);
      assert.equal(headers.get('cache-control'), 'private, no-cache');
    }
    for (const sent of ['', '"a"', 'W/"a"', tag.slice(0, -2), tag.toLowerCase(), tag.slice(3, -1), `"${tag}"`]) {
      const { status, body } = await pollWith(server, player, sent);
      assert.deepEqual([status, body.messages.length], [200, 1], sent);
    }
  });

  test('gives 304 to HEAD too, and HEAD has the headers of GET', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const path = `/api/v1/player/inbox?projectPublicKey=${player.project.publicKey}`;
    const get = await poll(server, player);
    const head = await server.call('HEAD', path, { token: player.token });
    assert.deepEqual([head.status, head.text, etagOf(head)], [200, '', etagOf(get)]);
    const headers = { 'if-none-match': etagOf(get) };
    const unchanged = await server.call('HEAD', path, { token: player.token, headers });
    assert.deepEqual([unchanged.status, unchanged.text], [304, '']);
  });

  test('changes with a new message, a read message, an ended announcement and another delay', async (t) => {
    let stretch = 1;
    const server = await startServer(t, { stretch: () => stretch });
    const player = await aPlayer(server);
    const ticketId = await aTicket(server, player);
    const seen = [etagOf(await poll(server, player))];
    const changes = async (what: string) => {
      const reply = await pollWith(server, player, seen.at(-1) ?? '');
      assert.equal(reply.status, 200, what);
      assert.equal(seen.includes(etagOf(reply)), false, what);
      seen.push(etagOf(reply));
      return reply;
    };
    const stays = async (what: string) =>
      assert.equal((await pollWith(server, player, seen.at(-1) ?? '')).status, 304, what);

    await teamNote(server, ticketId);
    await stays('a note');
    await teamReply(server, ticketId);
    const [message] = (await changes("the team's reply")).body.messages;
    server.clock.advance(1000);
    await markRead(server, player, message.id);
    await changes('a message read');
    await markRead(server, player, message.id);
    await getTicket(server, player, ticketId);
    await stays('the same message read again');
    const announced = await anAnnouncement(server, player.project, { endsAt: new Date(server.clock.now + 5000) });
    await changes('an announcement');
    await markRead(server, player, announced);
    await changes('an announcement read');
    server.clock.advance(5000);
    await getTicket(server, player, ticketId);
    assert.equal((await poll(server, player)).body.messages.length, 1);
    assert.equal(etagOf(await poll(server, player)), seen[2]);
    seen.push(etagOf(await poll(server, player)));
    server.clock.advance(10 * MINUTE);
    await changes('a minute instead of seconds');
    await setStatus(server, ticketId, 'closed');
    await changes('five minutes, and a message');
    stretch = 2;
    await changes('load');
  });

  test('differs with and without since', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await directMessage(server, player);
    const fullTag = etagOf(await poll(server, player));
    const none = await poll(server, player, '&since=2027-01-01T00:00:00Z', { headers: { 'if-none-match': fullTag } });
    assert.deepEqual([none.status, none.body?.messages], [200, []]);
  });

  test('stays the same while the new delay would be close to the last one', async (t) => {
    let stretch = 2;
    const server = await startServer(t, { stretch: () => stretch });
    const player = await aPlayer(server);
    const tag = etagOf(await poll(server, player));
    stretch = 2.05;
    assert.equal((await pollWith(server, player, tag)).status, 304);
    stretch = 2.2;
    const { status, body } = await pollWith(server, player, tag);
    assert.equal(status, 200);
    assert.ok(body.nextPollAfterSeconds >= 528 && body.nextPollAfterSeconds <= 792);
  });

  test('holds the last delay, if it had the same reason', async (t) => {
    const asked: unknown[] = [];
    const nextPoll = (_player: string, base: number, last: number | undefined) => {
      asked.push([base, last]);
      return { delay: 2 * base, seconds: 2 * base };
    };
    const server = await startServer(t, { load: { nextPoll } });
    const player = await aPlayer(server);
    const idle = etagOf(await poll(server, player));
    for (const tag of [idle, idle.slice(2), `"a", ${idle}`]) await pollWith(server, player, tag);
    for (const tag of ['*', '"300"', '"300-"', '"-600"', '"300-9999999"', '"x300-600"', '"300-600']) {
      await pollWith(server, player, tag);
    }
    assert.deepEqual(asked, [
      [300, undefined],
      ...Array.from({ length: 3 }, () => [300, 600]),
      ...Array.from({ length: 7 }, () => [300, undefined]),
    ]);
    await aTicket(server, player);
    asked.length = 0;
    const active = etagOf(await pollWith(server, player, idle));
    await pollWith(server, player, active);
    assert.deepEqual(asked, [
      [15, undefined],
      [15, 30],
    ]);
  });
});
