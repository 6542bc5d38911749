import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anAnnouncement,
  aPlayer,
  aProject,
  aTicket,
  identify,
  markRead,
  type Player,
  poll,
  team,
} from '../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';
import { aKnownIssue, aPublicIssue, link, subscribe } from '../../helpers/known-issues.ts';
import { queryRows } from '../../helpers/stored-rows.ts';

const HOUR = 3_600_000;
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

async function inbox(server: TestServer, player: Player, more = ''): Promise<{ id: string; title: string }[]> {
  const { status, body, text } = await poll(server, player, more);
  assert.equal(status, 200, text);
  return body.messages;
}

const ids = async (server: TestServer, player: Player, more?: string) =>
  (await inbox(server, player, more)).map(({ id }) => id);

describe('GetPlayerInbox audiences', () => {
  test('an announcement is shown to the players of its audience, and unknown to all others', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const ios = await aPlayer(server, project, {
      userId: 'ada',
      context: { platform: 'iOS', locale: 'de-CH', appVersion: '2.4.0', buildNumber: '240' },
    });
    const android = await aPlayer(server, project, {
      userId: 'bob',
      context: { platform: 'Android', locale: 'fr', appVersion: '2.5.0', buildNumber: '250' },
    });
    const silent = await aPlayer(server, project);
    const knownIssueId = await aKnownIssue(server, project);
    await link(server, knownIssueId, await aTicket(server, ios));
    await aTicket(server, android);
    const audiences = [
      { platforms: ['ios'] },
      { locales: ['de'] },
      { maxBuild: '2.4' },
      { minBuild: '200', maxBuild: '245' },
      { players: [ios.id] },
      { players: ['ada', 'eve'] },
      { knownIssueId },
      { platforms: ['ios', 'android'], locales: ['de'], minBuild: '2', players: ['ada', 'bob'], knownIssueId },
    ];
    for (const audience of audiences) {
      const id = await anAnnouncement(server, project, { audience });
      const what = JSON.stringify(audience);
      assert.deepEqual(await ids(server, ios), [id], what);
      for (const other of [android, silent]) {
        assert.deepEqual(await ids(server, other), [], what);
        assert.equal((await markRead(server, other, id)).status, 404, what);
      }
      assert.equal((await markRead(server, ios, id)).status, 200, what);
      assert.equal((await team(server, 'DELETE', `/announcements/${id}`)).status, 204);
    }
  });

  test('twenty announcements for different audiences: each player has its own, newest first', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const made: string[] = [];
    for (let at = 0; at < 20; at++) {
      server.clock.advance(1000);
      const audience = at % 2 === 0 ? { platforms: [`p${at % 4}`] } : at % 3 === 0 ? { players: [`u${at}`] } : null;
      made.unshift(await anAnnouncement(server, project, { audience }));
    }
    const player = await aPlayer(server, project, { userId: 'u9', context: { platform: 'P2' } });
    const expected = made.filter((_, index) => {
      const at = 19 - index;
      return at % 2 === 0 ? at % 4 === 2 : at % 3 === 0 ? at === 9 : true;
    });
    assert.deepEqual(await ids(server, player), expected);
  });

  test('a context that changes moves the player to another audience, in the next poll', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server, undefined, { context: { appVersion: '1.0' } });
    const { project, installationId } = player;
    const old = await anAnnouncement(server, project, { audience: { maxBuild: '1.9' } });
    const young = await anAnnouncement(server, project, { audience: { minBuild: '2.0' } });
    const first = await poll(server, player);
    assert.deepEqual(
      first.body.messages.map(({ id }: { id: string }) => id),
      [old],
    );
    const { body } = await identify(server, project, { installationId, context: { appVersion: '2.0' } });
    const updated = { ...player, token: body.playerAccessToken };
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const second = await poll(server, updated, '', { headers });
    assert.equal(second.status, 200);
    assert.deepEqual(
      second.body.messages.map(({ id }: { id: string }) => id),
      [young],
    );
  });

  test('a ticket that is linked later: the next poll has it, also one that asks for what is new', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const knownIssueId = await aKnownIssue(server, player.project);
    const id = await anAnnouncement(server, player.project, { audience: { knownIssueId } });
    const ticket = await aTicket(server, player);
    server.clock.advance(HOUR);
    assert.deepEqual(await ids(server, player), []);
    await link(server, knownIssueId, ticket);
    assert.deepEqual(await ids(server, player, `&since=${at(HOUR)}`), [id]);
    assert.deepEqual(await ids(server, player, `&since=${at(HOUR + 1)}`), []);
    await link(server, null, ticket);
    assert.deepEqual(await ids(server, player), []);
    assert.equal((await markRead(server, player, id)).status, 404);
  });

  test('who said "me too" and has no ticket is a player of the known issue, from then on', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const knownIssueId = await aPublicIssue(server, player.project);
    const id = await anAnnouncement(server, player.project, { audience: { knownIssueId } });
    server.clock.advance(HOUR);
    assert.deepEqual(await ids(server, player), []);
    assert.equal((await markRead(server, player, id)).status, 404);
    assert.equal((await subscribe(server, player, knownIssueId)).status, 204);
    assert.deepEqual(await ids(server, player, `&since=${at(HOUR)}`), [id]);
    assert.deepEqual(await ids(server, player, `&since=${at(HOUR + 1)}`), []);
    server.clock.advance(HOUR);
    await link(server, knownIssueId, await aTicket(server, player));
    assert.deepEqual(await ids(server, player, `&since=${at(HOUR + 1)}`), []);
    assert.equal((await markRead(server, player, id)).status, 200);
  });

  test('one that begins while a poll reads the player is in the next poll, completely', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const { playerReads } = server.store;
    const begun: string[] = [];
    const read = playerReads.poll;
    t.mock.method(playerReads, 'poll', async (request: Parameters<typeof read>[0]) => {
      const found = await read(request);
      if (begun.length === 0) {
        for (const audience of [null, { players: [player.id] }]) {
          const id = await anAnnouncement(server, player.project, { audience });
          begun.push(id);
          // On another device.
          assert.equal((await markRead(server, player, id)).status, 200);
        }
      }
      return found;
    });
    assert.deepEqual(await inbox(server, player), []);
    const next = (await inbox(server, player)).map(({ id, ...message }) => [id, 'readAt' in message && message.readAt]);
    assert.deepEqual(new Map(next as [string, string][]), new Map(begun.map((id) => [id, at(0)])));
  });

  test('the text is that of the language with its region, else of the language, else the other one', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const text = (title: string) => ({ title, body: `${title}.` });
    const id = await anAnnouncement(server, project, {
      ...text('All'),
      texts: { de: text('Deutsch'), 'de-AT': text('Österreich'), 'pt-PT': text('Portugal') },
    });
    const player = await aPlayer(server, project);
    let etag = '';
    for (const [locale, title] of [
      ['de_AT', 'Österreich'],
      ['de-CH', 'Deutsch'],
      ['pt-BR', 'All'],
      ['pt-PT', 'Portugal'],
      ['xx', 'All'],
    ]) {
      const { body } = await identify(server, project, { installationId: player.installationId, context: { locale } });
      const reply = await poll(server, { ...player, token: body.playerAccessToken }, '', {
        headers: { 'if-none-match': etag },
      });
      assert.equal(reply.status, 200, 'another language has another tag');
      const [message] = reply.body.messages;
      assert.deepEqual([message.id, message.title, message.body], [id, title, `${title}.`]);
      etag = reply.headers.get('etag') ?? '';
    }
  });

  test('a poll is one statement, whatever the audiences are', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const knownIssueId = await aKnownIssue(server, player.project);
    await link(server, knownIssueId, await aTicket(server, player));
    await anAnnouncement(server, player.project, { audience: { knownIssueId, players: [player.id] } });
    assert.equal((await poll(server, player)).body.messages.length, 1);
    let statements = 0;
    const { poll: read } = server.store.playerReads;
    const { recipient } = server.store.playerReads;
    Object.assign(server.store.playerReads, {
      poll: (...sent: Parameters<typeof read>) => {
        statements++;
        return read(...sent);
      },
      recipient: (...sent: Parameters<typeof recipient>) => {
        statements += 10;
        return recipient(...sent);
      },
    });
    assert.equal((await poll(server, player)).body.messages.length, 1);
    assert.equal(statements, 1);
  });

  test('a poll has the context of its player, with and without announcements', async (t) => {
    const server = await startServer(t);
    const context = {
      platform: 'iOS',
      locale: 'de',
      appVersion: '1',
      buildNumber: '2',
      deviceModel: 'm',
      osVersion: 'o',
    };
    const { id } = await aPlayer(server, undefined, { context });
    for (const announcements of [0, 1, 2] as const) {
      const wanted = { oldest: 0, since: 0, announcements, knownIssues: '[]' };
      const found = await server.store.playerReads.poll({ id, tokenHash: '', ...wanted });
      assert.deepEqual(JSON.parse(found?.session.context ?? 'null'), context, `${announcements}`);
    }
  });

  test('nodes of the last release show an announcement with an audience to nobody', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const id = await anAnnouncement(server, project, { audience: { platforms: ['iOS'] } });
    const starts = async () =>
      (await queryRows(server.databaseUrl, `SELECT starts_at FROM announcement WHERE announcement_id = '${id}'`))[0]
        ?.starts_at;
    // What nodes of the last release read as the start.
    assert.equal(new Date(Number(await starts())).toISOString(), '9999-12-31T23:59:59.000Z');
    const [shown] = (await team(server, 'GET', '/announcements')).body.announcements;
    assert.equal(shown.startsAt, null);
  });
});
