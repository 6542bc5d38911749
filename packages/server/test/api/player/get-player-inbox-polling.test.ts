import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import {
  anAnnouncement,
  aPlayer,
  aTicket,
  directMessage,
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
import type { Reply } from '../../helpers/call.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

const MINUTE = 60_000;

/** Returns the shortest, middle and longest delay that chance can choose. */
async function delays(t: TestContext, server: TestServer, player: Player): Promise<number[]> {
  const replies: Reply[] = [];
  for (const random of [0, 0.5, 1]) {
    const mocked = t.mock.method(Math, 'random', () => random);
    replies.push(await poll(server, player));
    mocked.mock.restore();
  }
  return replies.map(({ text, body }) => {
    assert.match(text, /"nextPollAfterSeconds":\d+[,}]/);
    return body.nextPollAfterSeconds;
  });
}

/** The ranges of the three kinds do not overlap, despite jitter. */
async function delayKind(server: TestServer, player: Player): Promise<'active' | 'open' | 'idle' | number> {
  const { nextPollAfterSeconds: seconds } = (await poll(server, player)).body;
  if (seconds >= 12 && seconds <= 18) return 'active';
  if (seconds >= 48 && seconds <= 72) return 'open';
  if (seconds >= 240 && seconds <= 360) return 'idle';
  return seconds;
}

describe('GetPlayerInbox nextPollAfterSeconds', () => {
  test('is 300, 15 or 60, with 20 % jitter', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    assert.deepEqual(await delays(t, server, player), [240, 300, 360]);
    await aTicket(server, player);
    assert.deepEqual(await delays(t, server, player), [12, 15, 18]);
    server.clock.advance(10 * MINUTE);
    assert.deepEqual(await delays(t, server, player), [48, 60, 72]);
  });

  test('comes from the settings', async (t) => {
    const env = { POLL_ACTIVE_SECONDS: '1000', POLL_OPEN_SECONDS: '2000', POLL_IDLE_SECONDS: '4000' };
    const server = await startServer(t, { env });
    const player = await aPlayer(server);
    assert.deepEqual(await delays(t, server, player), [3200, 4000, 4800]);
    const ticketId = await aTicket(server, player);
    assert.deepEqual(await delays(t, server, player), [800, 1000, 1200]);
    server.clock.advance(10 * MINUTE);
    assert.deepEqual(await delays(t, server, player), [1600, 2000, 2400]);
    await setStatus(server, ticketId, 'closed');
    assert.deepEqual(await delays(t, server, player), [3200, 4000, 4800]);
  });

  test('is never 0', async (t) => {
    const server = await startServer(t, { env: { POLL_IDLE_SECONDS: '1' } });
    assert.deepEqual(await delays(t, server, await aPlayer(server)), [1, 1, 1]);
  });

  const messages: Record<string, (server: TestServer, player: Player, ticketId: string) => Promise<Reply>> = {
    "the player's reply": playerReply,
    "the team's reply": (server, _player, ticketId) => teamReply(server, ticketId),
  };
  for (const [what, send] of Object.entries(messages)) {
    test(`${what} makes it short for ten minutes`, async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const ticketId = await aTicket(server, player);
      server.clock.advance(20 * MINUTE);
      assert.equal(await delayKind(server, player), 'open');
      assert.equal((await send(server, player, ticketId)).status < 300, true);
      assert.equal(await delayKind(server, player), 'active');
      server.clock.advance(10 * MINUTE - 1);
      assert.equal(await delayKind(server, player), 'active');
      server.clock.advance(1);
      assert.equal(await delayKind(server, player), 'open');
    });
  }

  test('only a public message makes it short', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const otherPlayer = await aPlayer(server, player.project);
    const ticketId = await aTicket(server, player);
    server.clock.advance(10 * MINUTE);
    await teamNote(server, ticketId);
    assert.equal(await delayKind(server, player), 'open');
    await setStatus(server, ticketId, 'resolved');
    await directMessage(server, player);
    const announcementId = await anAnnouncement(server, player.project);
    await markRead(server, player, announcementId);
    await getTicket(server, player, ticketId);
    await listTickets(server, player);
    await aTicket(server, otherPlayer);
    assert.equal(await delayKind(server, player), 'open');
    await setStatus(server, ticketId, 'closed');
    assert.equal((await playerReply(server, player, ticketId)).status, 409);
    assert.equal(await delayKind(server, player), 'idle');
  });

  test('is a minute while the player has an open ticket, even a reopened one', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const first = await aTicket(server, player);
    const second = await aTicket(server, player);
    server.clock.advance(10 * MINUTE);
    for (const status of ['pending', 'resolved', 'open', 'closed']) {
      await setStatus(server, first, status);
      assert.equal(await delayKind(server, player), 'open', status);
    }
    await setStatus(server, second, 'closed');
    assert.equal(await delayKind(server, player), 'idle');
    await setStatus(server, second, 'resolved');
    assert.equal(await delayKind(server, player), 'open');
  });

  test('a closed ticket with a message of the last ten minutes still makes it short', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await setStatus(server, await aTicket(server, player), 'closed');
    assert.equal(await delayKind(server, player), 'active');
    server.clock.advance(10 * MINUTE);
    assert.equal(await delayKind(server, player), 'idle');
  });

  test('is stretched under load, up to 900 seconds', async (t) => {
    let stretch = 2;
    const server = await startServer(t, { stretch: () => stretch });
    const player = await aPlayer(server);
    assert.deepEqual(await delays(t, server, player), [480, 600, 720]);
    stretch = 64;
    assert.deepEqual(await delays(t, server, player), [720, 900, 1080]);
    await aTicket(server, player);
    assert.deepEqual(await delays(t, server, player), [720, 900, 1080]);
    stretch = 4;
    assert.deepEqual(await delays(t, server, player), [48, 60, 72]);
    stretch = 1;
    assert.deepEqual(await delays(t, server, player), [12, 15, 18]);
  });

  test('is never stretched over POLL_MAX_SECONDS, nor shortened to it', async (t) => {
    const env = { POLL_MAX_SECONDS: '200', POLL_ACTIVE_SECONDS: '100' };
    const server = await startServer(t, { env, stretch: () => 64 });
    const player = await aPlayer(server);
    assert.deepEqual(await delays(t, server, player), [240, 300, 360]);
    await aTicket(server, player);
    assert.deepEqual(await delays(t, server, player), [160, 200, 240]);
  });
});
