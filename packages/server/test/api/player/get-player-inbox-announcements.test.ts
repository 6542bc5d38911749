import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anAnnouncement, aPlayer, directMessage, markRead, type Player, poll } from '../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';

const DAY = 86_400_000;
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

async function inbox(server: TestServer, player: Player, more = ''): Promise<{ id: string; createdAt: string }[]> {
  const { status, body, text } = await poll(server, player, more);
  assert.equal(status, 200, text);
  return body.messages;
}

const inboxIds = async (server: TestServer, player: Player, more?: string) =>
  (await inbox(server, player, more)).map(({ id }) => id);

function remove(server: TestServer, id: string) {
  return server.call('DELETE', `/api/v1/team/announcements/${id}`, { token: server.teamKey });
}

describe('GetPlayerInbox announcements', () => {
  test('have all fields of a message, but no ticket', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const id = await anAnnouncement(server, player.project, { title: 'Sale 🧀', body: ' Half\nprice. ' });
    assert.deepEqual(await inbox(server, player), [
      {
        id,
        type: 'announcement',
        ticketId: null,
        title: 'Sale 🧀',
        body: ' Half\nprice. ',
        createdAt: at(0),
        readAt: null,
      },
    ]);
  });

  test('reach every player of their project, even one who comes later, but no other player', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const otherPlayer = await aPlayer(server);
    const id = await anAnnouncement(server, player.project);
    server.clock.advance(1000);
    assert.deepEqual(await inboxIds(server, player), [id]);
    assert.deepEqual(await inboxIds(server, await aPlayer(server, player.project)), [id]);
    assert.deepEqual(await inboxIds(server, otherPlayer), []);
  });

  test('are in the next poll after the response, and gone after they are deleted', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    // The clock stands still, so this poll's cache does not expire.
    assert.deepEqual(await inboxIds(server, player), []);
    for (let i = 0; i < 5; i++) {
      const id = await anAnnouncement(server, player.project);
      assert.deepEqual(await inboxIds(server, player), [id]);
      assert.equal((await remove(server, id)).status, 204);
      assert.deepEqual(await inboxIds(server, player), []);
    }
  });

  test('are in every poll that begins after the response, even under concurrent polls', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    let polling = true;
    const others = Array.from({ length: 4 }, async () => {
      while (polling) await server.call('GET', '/api/v1/team/announcements', { token: server.teamKey });
    });
    const expected: string[] = [];
    for (let i = 0; i < 30; i++) {
      // The cache expires, so a poll reads the database during the creation.
      server.clock.advance(2000);
      const meanwhile = [inbox(server, player), inbox(server, player)];
      expected.unshift(await anAnnouncement(server, player.project));
      assert.deepEqual(await inboxIds(server, player), expected);
      await Promise.all(meanwhile);
    }
    polling = false;
    await Promise.all(others);
  });

  test('are shown from startsAt, which is their createdAt if it is later than the creation', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const later = await anAnnouncement(server, player.project, { startsAt: at(5000) });
    assert.deepEqual(await inboxIds(server, player), []);
    server.clock.advance(4999);
    assert.deepEqual(await inboxIds(server, player), []);
    server.clock.advance(1);
    const [shown] = await inbox(server, player);
    assert.deepEqual([shown?.id, shown?.createdAt], [later, at(5000)]);
    const past = await anAnnouncement(server, player.project, { startsAt: at(1000) });
    const both = await inbox(server, player);
    assert.deepEqual(
      new Map(both.map(({ id, createdAt }) => [id, createdAt])),
      new Map([
        [later, at(5000)],
        [past, at(5000)],
      ]),
    );
  });

  test('are shown until endsAt', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const id = await anAnnouncement(server, player.project, { startsAt: at(1000), endsAt: at(2000) });
    const seen: [number, number][] = [];
    for (const time of [0, 999, 1000, 1999, 2000, 60_000]) {
      server.clock.now = START + time;
      seen.push([time, (await inboxIds(server, player)).filter((shown) => shown === id).length]);
    }
    assert.deepEqual(seen, [
      [0, 0],
      [999, 0],
      [1000, 1],
      [1999, 1],
      [2000, 0],
      [60_000, 0],
    ]);
  });

  test('stay for 90 days after they were first shown', async (t) => {
    const server = await startServer(t, { env: { TOKEN_LIFETIME_SECONDS: String(200 * 86_400) } });
    const player = await aPlayer(server);
    const early = await anAnnouncement(server, player.project);
    const late = await anAnnouncement(server, player.project, { startsAt: at(DAY) });
    server.clock.advance(90 * DAY);
    assert.deepEqual(await inboxIds(server, player), [late, early]);
    server.clock.advance(1);
    assert.deepEqual(await inboxIds(server, player), [late]);
    server.clock.advance(DAY);
    assert.deepEqual(await inboxIds(server, player), []);
  });

  test('are sorted among the other messages by time', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const starting = await anAnnouncement(server, player.project, { startsAt: at(3500) });
    const expected: string[] = [];
    for (let i = 0; i < 6; i++) {
      expected.unshift(
        i % 2 === 0 ? await directMessage(server, player) : await anAnnouncement(server, player.project),
      );
      server.clock.advance(1000);
    }
    // It starts between the fourth and fifth message.
    expected.splice(2, 0, starting);
    assert.deepEqual(await inboxIds(server, player), expected);
  });

  test('count as messages in the limit of 50', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const sent: string[] = [];
    for (let i = 0; i < 60; i++) {
      sent.unshift(i % 4 === 0 ? await anAnnouncement(server, player.project) : await directMessage(server, player));
      server.clock.advance(1000);
    }
    assert.deepEqual(await inboxIds(server, player), sent.slice(0, 50));
  });

  test('are limited to the newest 50', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const sent: string[] = [];
    for (let i = 0; i < 55; i++) {
      sent.unshift(await anAnnouncement(server, player.project));
      server.clock.advance(1);
    }
    assert.deepEqual(await inboxIds(server, player), sent.slice(0, 50));
  });

  test('are selected by since, by when they were first shown and when this player read them', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const neighbour = await aPlayer(server, player.project);
    const early = await anAnnouncement(server, player.project);
    const late = await anAnnouncement(server, player.project, { startsAt: at(2000) });
    server.clock.advance(4000);
    await markRead(server, player, early);
    const ids = (who: Player, time: number) => inboxIds(server, who, `&since=${at(time)}`);
    assert.deepEqual(await ids(player, 2000), [late, early]);
    assert.deepEqual(await ids(player, 2001), [early]);
    assert.deepEqual(await ids(player, 4000), [early]);
    assert.deepEqual(await ids(player, 4001), []);
    assert.deepEqual(await ids(neighbour, 0), [late, early]);
    assert.deepEqual(await ids(neighbour, 1), [late]);
    assert.deepEqual(await ids(neighbour, 2001), []);
  });
});
