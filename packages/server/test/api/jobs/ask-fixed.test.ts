import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY } from '../../../src/domain/time.ts';
import { createAsking } from '../../../src/jobs/ask-fixed.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  block,
  mergeTicket,
  type Player,
  poll,
  setStatus,
  team,
  unlimited,
} from '../../helpers/builders.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import {
  aKnownIssue,
  aLinkedTicket,
  anAskedTicket,
  aPublicIssue,
  BUILD,
  fixIn,
  link,
  playersAreAsked,
  questionsOf,
  sayFixed,
  seenIssue,
  subscribe,
  updates,
} from '../../helpers/known-issues.ts';

const inboxOf = async (server: TestServer, player: Player): Promise<Record<string, unknown>[]> =>
  (await poll(server, player)).body.messages;

const countOf = async (server: TestServer, player: Player) => (await inboxOf(server, player)).length;

const ASKS =
  'Das sollte in 2.4.2 behoben sein, und diese Version hast du jetzt. Ist es bei dir behoben? Wenn nicht, schreib uns bitte.';

suite('the question whether a known issue is fixed', () => {
  test('comes when the player has the build, once, in the language of the ticket', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const context = { appVersion: '2.4.1', locale: 'de-DE' };
    const { issueId, player, ticketId } = await aLinkedTicket(server, project, { context });
    await fixIn(server, issueId);
    await playersAreAsked(server);
    assert.deepEqual(await inboxOf(server, player), []);
    const later = await updates(server, player, '2.4.10');
    await playersAreAsked(server);
    await playersAreAsked(server);
    const [message, ...more] = await inboxOf(server, later);
    assert.deepEqual(more, []);
    assert.deepEqual(message, {
      id: message?.id,
      readAt: null,
      type: 'ticket_status',
      ticketId,
      title: 'Stuck',
      body: ASKS,
      createdAt: message?.createdAt,
    });
    assert.deepEqual((await seenIssue(server, issueId)).fixedForPlayers, { asked: 1, yes: 0, no: 0 });
    const { events, status } = (await team(server, 'GET', `/tickets/${ticketId}`)).body;
    assert.deepEqual(
      [events.at(-1).kind, events.at(-1).from, events.at(-1).to, status],
      ['fixed', BUILD, 'asked', 'open'],
    );
    assert.equal(events.at(-1).actor, null);
  });

  test('has the text of the project', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server, 'Castle');
    const text = { title: '{{project.name}}: {{ticket.subject}}', body: 'Alles gut mit {{fix.build}}?' };
    const path = `/projects/${project.id}/notices/ticket-fixed/en`;
    assert.equal((await team(server, 'PUT', path, text)).status, 200);
    const { player } = await anAskedTicket(server, project);
    const [message] = await inboxOf(server, player);
    assert.deepEqual([message?.title, message?.body], ['Castle: Stuck', 'Alles gut mit 2.4.2?']);
  });

  test('comes only for a known issue that is fixed in a build that can be compared', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    for (const fields of [
      { state: 'identified', fixedInBuild: BUILD },
      { state: 'closed', fixedInBuild: BUILD },
      { state: 'fixed', fixedInBuild: null },
      { state: 'fixed', fixedInBuild: 'final' },
    ]) {
      const { issueId, player } = await aLinkedTicket(server, project, { context: { appVersion: '99' } });
      assert.equal((await team(server, 'PATCH', `/known-issues/${issueId}`, fields)).status, 200);
      await playersAreAsked(server);
      assert.equal(await countOf(server, player), 0, JSON.stringify(fields));
    }
  });

  test('comes for closed tickets too, not for merged ones and those of blocked players', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const issueId = await aKnownIssue(server, project);
    const context = { appVersion: BUILD };
    const players = [await aPlayer(server, project, { context }), await aPlayer(server, project, { context })];
    const [one = assert.fail(), blocked = assert.fail()] = players;
    const [closed, merged, into, hidden] = [
      await aTicket(server, one, { subject: 'Closed' }),
      await aTicket(server, one),
      await aTicket(server, one),
      await aTicket(server, blocked),
    ];
    await link(server, issueId, closed, merged, hidden);
    assert.equal((await setStatus(server, closed, 'closed')).status, 200);
    assert.equal((await mergeTicket(server, merged, into)).status, 200);
    assert.equal((await block(server, blocked)).status, 200);
    await fixIn(server, issueId);
    await playersAreAsked(server);
    assert.deepEqual(
      (await questionsOf(server, one)).map(({ subject }) => subject),
      ['Closed'],
    );
    assert.deepEqual(await questionsOf(server, blocked), []);
    assert.equal((await block(server, blocked, false)).status, 200);
    await playersAreAsked(server);
    assert.equal((await questionsOf(server, blocked)).length, 1);
  });

  test('comes again to those who said no, about a later build', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const issueId = await aKnownIssue(server, project);
    const players: Player[] = [];
    for (const answer of [true, false, undefined]) {
      const player = await aPlayer(server, project, { context: { appVersion: '3.0' } });
      const ticketId = await aTicket(server, player);
      await link(server, issueId, ticketId);
      await fixIn(server, issueId);
      await playersAreAsked(server);
      if (answer !== undefined) assert.equal((await sayFixed(server, player, ticketId, answer)).status, 200);
      players.push(player);
    }
    const open = () =>
      Promise.all(players.map(async (player) => (await questionsOf(server, player)).map(({ build }) => build)));
    await fixIn(server, issueId, '2.4.1');
    await playersAreAsked(server);
    assert.deepEqual(await open(), [[], [], [BUILD]]);
    await fixIn(server, issueId, '2.5');
    await playersAreAsked(server);
    assert.deepEqual(await open(), [[], ['2.5'], [BUILD]]);
    assert.deepEqual((await seenIssue(server, issueId)).fixedForPlayers, { asked: 3, yes: 1, no: 0 });
    assert.deepEqual(await Promise.all(players.map((player) => countOf(server, player))), [1, 2, 1]);
  });

  test('comes once, also if several nodes ask at the same time', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
    const project = await aProject(server);
    await unlimited(server, project);
    const issueId = await aPublicIssue(server, project);
    const context = { appVersion: BUILD };
    const players: Player[] = [];
    for (let count = 0; count < 24; count++) {
      const player = await aPlayer(server, project, { context });
      if (count % 2 === 0) await link(server, issueId, await aTicket(server, player));
      else assert.equal((await subscribe(server, player, issueId)).status, 204);
      players.push(player);
    }
    server.clock.advance(DAY);
    await fixIn(server, issueId);
    const together = () => Promise.all([1, 2, 3].map(() => playersAreAsked(server)));
    await together();
    await together();
    const counts = await Promise.all(players.map((player) => countOf(server, player)));
    assert.deepEqual(
      counts,
      players.map(() => 1),
    );
    assert.deepEqual((await seenIssue(server, issueId)).fixedForPlayers, { asked: 12, yes: 0, no: 0 });
  });

  test('comes to many players in small pages, and each round goes on where the last one ended', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
    const project = await aProject(server);
    const issues = [await aKnownIssue(server, project), await aKnownIssue(server, project)];
    const players: Player[] = [];
    for (const [index, issueId] of [...issues, ...issues, ...issues].entries()) {
      const player = await aPlayer(server, project, { context: { appVersion: index === 2 ? '2.4.1' : BUILD } });
      await link(server, issueId, await aTicket(server, player));
      players.push(player);
    }
    for (const issueId of issues) await fixIn(server, issueId);
    let pages = 0;
    const { store, live, clock, elapsed } = server;
    const round = createAsking({ store, live, clock: () => clock.now, elapsed, limit: 1, stopping: () => ++pages > 2 });
    for (let count = 0; count < 10; count++) {
      pages = 0;
      clock.advance(15_000);
      await round();
    }
    const counts = await Promise.all(players.map((player) => countOf(server, player)));
    assert.deepEqual(counts, [1, 1, 0, 1, 1, 1]);
  });
});

suite('a subscriber', () => {
  test('is told once that it is fixed, in its language, when it has the build', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const issueId = await aPublicIssue(server, project);
    const [old, player, stranger] = [
      await aPlayer(server, project, { context: { appVersion: '2.4.1' } }),
      await aPlayer(server, project, { context: { appVersion: '2.4.1', locale: 'de' } }),
      await aPlayer(server, project, { context: { appVersion: BUILD } }),
    ];
    for (const one of [old, player]) assert.equal((await subscribe(server, one, issueId)).status, 204);
    server.clock.advance(DAY);
    const updated = await updates(server, player, BUILD, 'de');
    await playersAreAsked(server);
    assert.deepEqual(await inboxOf(server, updated), []);
    await fixIn(server, issueId);
    await playersAreAsked(server);
    await playersAreAsked(server);
    const [message, ...more] = await inboxOf(server, updated);
    assert.deepEqual(more, []);
    assert.deepEqual([message?.type, message?.ticketId, message?.title], ['direct', null, 'Behoben in 2.4.2']);
    assert.equal(message?.body, 'Das wissen wir.\n\nDas ist in 2.4.2 behoben, und diese Version hast du jetzt.');
    assert.deepEqual([await inboxOf(server, old), await inboxOf(server, stranger)], [[], []]);
    assert.deepEqual(await questionsOf(server, updated), []);
    assert.equal((await team(server, 'PATCH', `/known-issues/${issueId}`, { notes: {} })).status, 200);
    const late = await updates(server, old);
    await playersAreAsked(server);
    assert.deepEqual(await inboxOf(server, late), []);
  });

  test('is told a day after it was created, because until then its tickets can be held in a storm', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const issueId = await aPublicIssue(server, project);
    const player = await aPlayer(server, project, { context: { appVersion: BUILD } });
    assert.equal((await subscribe(server, player, issueId)).status, 204);
    await fixIn(server, issueId);
    server.clock.advance(DAY - 1);
    await playersAreAsked(server);
    assert.equal((await server.store.players.byId(player.id))?.last_inbox_at, null);
    server.clock.advance(1);
    await playersAreAsked(server);
    assert.notEqual((await server.store.players.byId(player.id))?.last_inbox_at, null);
  });

  test('who is blocked is told when that ends', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const issueId = await aPublicIssue(server, project);
    const player = await aPlayer(server, project, { context: { appVersion: BUILD } });
    assert.equal((await subscribe(server, player, issueId)).status, 204);
    assert.equal((await block(server, player)).status, 200);
    await fixIn(server, issueId);
    server.clock.advance(DAY);
    await playersAreAsked(server);
    const later = await updates(server, player);
    assert.equal(await countOf(server, later), 0);
    assert.equal((await block(server, player, false)).status, 200);
    await playersAreAsked(server);
    assert.equal(await countOf(server, later), 1);
  });

  test('whose linked ticket was merged is told', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const issueId = await aPublicIssue(server, project);
    const player = await aPlayer(server, project, { context: { appVersion: BUILD } });
    const [ticketId, into] = [await aTicket(server, player), await aTicket(server, player)];
    await link(server, issueId, ticketId);
    assert.equal((await mergeTicket(server, ticketId, into)).status, 200);
    assert.equal((await subscribe(server, player, issueId)).status, 204);
    assert.equal((await seenIssue(server, issueId)).subscribers, 1);
    await fixIn(server, issueId);
    server.clock.advance(DAY);
    const later = await updates(server, player);
    const before = await countOf(server, later);
    await playersAreAsked(server);
    assert.equal(await countOf(server, later), before + 1);
  });

  test('of one known issue does not wait for the many of another', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const [popular, other] = [await aPublicIssue(server, project), await aPublicIssue(server, project)];
    const player = await aPlayer(server, project, { context: { appVersion: BUILD } });
    assert.equal((await subscribe(server, player, other)).status, 204);
    for (let count = 0; count < 6; count++) {
      assert.equal((await subscribe(server, await aPlayer(server, project), popular)).status, 204);
    }
    for (const issueId of [popular, other]) await fixIn(server, issueId);
    const { mock } = t.mock.method(server.store.subscriptions, 'toTell');
    await playersAreAsked(server, { limit: 1 });
    const issues = mock.calls.map(({ arguments: [issueId] }) => issueId);
    assert.deepEqual(issues, [...Array(5).fill(popular), other, other, popular, popular]);
  });

  test('who got a linked ticket meanwhile is only asked', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const issueId = await aPublicIssue(server, project);
    const player = await aPlayer(server, project, { context: { appVersion: BUILD } });
    assert.equal((await subscribe(server, player, issueId)).status, 204);
    await link(server, issueId, await aTicket(server, player));
    await fixIn(server, issueId);
    await playersAreAsked(server);
    const messages = await inboxOf(server, player);
    assert.deepEqual(
      messages.map(({ type }) => type),
      ['ticket_status'],
    );
  });
});
