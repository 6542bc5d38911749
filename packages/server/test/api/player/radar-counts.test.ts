import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_RADAR_BUILDS, MAX_RADAR_SERIES } from '@player-support/contract/limits';
import { hashText, PlayerSketch } from '../../../src/domain/radar/player-sketch.ts';
import { MAX_SERIES_OF_PLAYER } from '../../../src/domain/radar/series.ts';
import { HOUR } from '../../../src/domain/time.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  block,
  createTicket,
  identify,
  poll,
  setStatus,
  team,
  updateProject,
} from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../helpers/identity.ts';
import { CONTEXT, countedTickets, manyCounters } from '../../helpers/radar.ts';
import { sharedServer } from '../../helpers/shared-server.ts';
import { databaseOf, watchStatements } from '../../helpers/statements.ts';

const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });
/** A duplicate would count twice. */
function byName(rows: readonly { readonly build: string; readonly tickets: number }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { build, tickets } of rows) sums[build] = (sums[build] ?? 0) + tickets;
  return sums;
}
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

suite('a ticket counts for the build radar', () => {
  test('once, by the build, platform and type, also if requests repeat it at the same time', async () => {
    const project = await aProject(server);
    const player = await aPlayer(server, project);
    const create = () => createTicket(server, player, { type: 'bug', context: CONTEXT }, withKey('same'));
    const replies = await Promise.all(Array.from({ length: 5 }, create));
    replies.push(await create());
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
    assert.deepEqual(await countedTickets(server, project), { '1.0 ios bug': 1 });
    await aTicket(server, player, { type: 'bug', context: CONTEXT });
    await aTicket(server, await aPlayer(server, project), { type: 'bug', context: CONTEXT });
    await aTicket(server, player, { type: 'payment', context: { ...CONTEXT, appVersion: '1.1' } });
    assert.deepEqual(
      await countedTickets(server, project),
      { '1.0 ios bug': 2, '1.1 ios payment': 1 },
      'each player once in an hour',
    );
  });

  test('in three series of an hour, however many a player invents', async () => {
    const project = await aProject(server);
    const player = await aPlayer(server, project);
    for (let index = 0; index < MAX_SERIES_OF_PLAYER + 2; index++) {
      await aTicket(server, player, { type: 'bug', context: { ...CONTEXT, appVersion: `invented ${index}` } });
    }
    const counted = Object.entries(await countedTickets(server, project));
    assert.deepEqual(
      counted,
      Array.from({ length: MAX_SERIES_OF_PLAYER }, (_, index) => [`invented ${index} ios bug`, 1]),
    );
  });

  test('with the context that the player identified with, if the ticket has none', async () => {
    const project = await aProject(server);
    const player = await aPlayer(server, project, { context: CONTEXT });
    await aTicket(server, player, { type: 'bug' });
    await aTicket(server, await aPlayer(server, project), { type: 'bug' });
    assert.deepEqual(await countedTickets(server, project), { '  bug': 1, '1.0 ios bug': 1 });
  });

  test('not if it is refused', async () => {
    const project = await aProject(server);
    const player = await aPlayer(server, project);
    const full = await aPlayer(server, project);
    for (let count = 0; count < 10; count++) await aTicket(server, full, { type: 'bug' });
    assert.equal((await createTicket(server, full, { type: 'payment' })).status, 409);
    assert.equal((await createTicket(server, player, { type: 'x'.repeat(31) })).status, 400);
    await block(server, player);
    assert.equal((await createTicket(server, player, { type: 'bug' })).status, 409);
    assert.deepEqual(await countedTickets(server, project), { '  bug': 1 });
  });

  test('when it makes room for itself', async () => {
    const project = await aProject(server);
    const player = await aPlayer(server, project);
    for (let count = 0; count < 10; count++) {
      const ticketId = await aTicket(server, player, { type: 'bug' });
      assert.equal((await setStatus(server, ticketId, 'resolved')).status, 200);
    }
    await aTicket(server, player, { type: 'payment' });
    assert.deepEqual(await countedTickets(server, project), { '  bug': 1, '  payment': 1 });
  });

  test('not if it is held, or if the team created it', async () => {
    const project = await aProject(server);
    const player = await aPlayer(server, project);
    await team(server, 'POST', `/players/${player.id}/tickets`, { type: 'bug', subject: 's', message: 'm' });
    await updateProject(server, project, { stormMode: 'on' });
    await aTicket(server, await aPlayer(server, project), { type: 'bug' });
    assert.equal((await team(server, 'GET', `/tickets/counts?projectId=${project.id}`)).body.held.count, 1);
    assert.deepEqual(await countedTickets(server, project), {});
  });

  test('as one of the rest if an hour has too many names, but not if many players have the build', async (t) => {
    const own = await startServer(t, { env: { RATE_LIMITS: 'off' } });
    const project = await aProject(own);
    const hour = Math.floor(own.clock.now / HOUR);
    const add = (player: number, build: string, type = 'bug') =>
      own.store.radarCounts.add({
        ...{ player_id: `ply_${player}`, project_id: project.id, type, created_at: own.clock.now },
        radar: { build, platform: 'ios' },
      });
    // Few people invent more builds than there is room for, with some tickets each.
    const invented = MAX_RADAR_SERIES + 250;
    for (let index = 0; index < invented; index++) for (const one of [0, 1]) await add(2 * index + one, `b${index}`);
    await add(2 * invented, '1.0', 'rare');
    const row = { project_id: project.id, hour, platform: 'ios', node: 'n', sketch: null };
    await own.store.radarPlayers.save({ ...row, build: '1.0', players: 1000 });

    const playersOf = (build: string) => (build === '1.0' ? 1000 : 0);
    const { radarCounts } = own.store;
    const sums = (await radarCounts.sumsOf({ projectId: project.id, hour }, playersOf)) ?? assert.fail();
    await own.store.transaction((tx) => tx.radarCounts.fold(project.id, hour, sums));
    let steps = 1;
    const shown = byName(await radarCounts.ofHours(project.id, hour, hour + 1));
    const sent = watchStatements(t);
    while (await own.store.transaction((tx) => tx.radarCounts.removePlayers(project.id, hour))) {
      steps++;
      // Each step reads the same, although counters of players remain.
      assert.deepEqual(byName(await radarCounts.ofHours(project.id, hour, hour + 1)), shown);
    }
    assert.ok(!sent.some(({ text }) => text.includes('lastPlayer')), 'no counters of players are read any more');
    const before = Object.values(await countedTickets(own, project));
    assert.ok(steps > 4, `${steps} steps: each is a short transaction`);
    assert.equal(before.length, MAX_RADAR_SERIES + 1);
    const counted = await countedTickets(own, project);
    assert.equal(counted['1.0 ios rare'], 1);
    assert.equal(counted['* * *'], 2 * (invented - MAX_RADAR_SERIES + 1));
    assert.equal(
      before.reduce((sum, tickets) => sum + tickets, 0),
      2 * invented + 1,
    );
    assert.equal(await radarCounts.firstHourOfPlayers(project.id, hour, hour + 1), undefined);
    assert.deepEqual(byName(await radarCounts.ofHours(project.id, hour, hour + 1)), shown);
  });

  test('also among very many: each statement reads few of them, and requests go on in between', async (t) => {
    const own = await startServer(t);
    const project = await aProject(own);
    const hour = Math.floor(own.clock.now / HOUR);
    const { radarCounts } = own.store;
    await manyCounters(own, project, hour, 2, "'a'");
    await manyCounters(own, project, hour, 2500, "'b' || n");
    await manyCounters(own, project, hour, 4500, "'m'");
    await manyCounters(own, project, hour, 3, "'z'");
    const sent = watchStatements(t);
    let turns = 0;
    const isTurn = () => {
      turns++;
      next = setImmediate(isTurn);
    };
    let next = setImmediate(isTurn);
    const counted = byName(await radarCounts.ofHours(project.id, hour, hour + 1));
    clearImmediate(next);
    const database = databaseOf(own.databaseUrl);
    const pages = sent.filter((one) => one.database === database && one.text.includes('lastPlayer'));
    assert.equal(pages.length, 4, 'for 7,005 counters');
    assert.ok(turns >= 3, `${turns} turns`);
    assert.equal(Object.keys(counted).length, 2503);
    const { a, b1, b2500, m, z } = counted;
    assert.deepEqual([a, b1, b2500, m, z], [2, 1, 1, 4500, 3]);

    // An hour's sum does not need all names in memory.
    const ofHour = { projectId: project.id, hour };
    const playersOf = (build: string) => (build === 'b7' ? 30 : 0);
    const sums = byName((await radarCounts.sumsOf(ofHour, playersOf)) ?? []);
    assert.equal(Object.keys(sums).length, MAX_RADAR_SERIES + 1);
    assert.deepEqual([sums.a, sums.b7, sums.m, sums.z], [2, 1, 4500, 3]);
    assert.equal(sums['*'], 2500 - (MAX_RADAR_SERIES - 3));

    const before = sent.length;
    assert.equal(await radarCounts.sumsOf(ofHour, playersOf, () => true), undefined);
    assert.equal(sent.slice(before).filter((one) => one.database === database).length, 1);
  });

  test('once, if its hour is added up while somebody reads it', async (t) => {
    const own = await startServer(t);
    const project = await aProject(own);
    const hour = Math.floor(own.clock.now / HOUR);
    const { radarCounts } = own.store;
    await manyCounters(own, project, hour, 2100, "'b' || (n % 3)");
    const before = byName(await radarCounts.ofHours(project.id, hour, hour + 1));
    const sums = (await radarCounts.sumsOf({ projectId: project.id, hour }, () => 0)) ?? assert.fail();
    const read = radarCounts.ofHours(project.id, hour, hour + 1);
    await own.store.transaction((tx) => tx.radarCounts.fold(project.id, hour, sums));
    assert.equal(await own.store.transaction((tx) => tx.radarCounts.removePlayers(project.id, hour)), true);
    assert.deepEqual(byName(await read), before);
    assert.deepEqual(before, { b0: 700, b1: 700, b2: 700 });
  });
});

suite('active players', () => {
  test('are counted by polls and tickets, once in an hour for each build and platform', async (t) => {
    const own = await startServer(t, { env: { RATE_LIMITS: 'off' } });
    const project = await aProject(own);
    const hour = Math.floor(own.clock.now / HOUR);
    const players = async (from = hour) =>
      (await own.store.radarPlayers.ofHours(project.id, from, from + 1))
        .map(({ build, platform, players: count }) => `${build} ${platform} ${count}`)
        .sort();
    // The estimate is exact for players with registers of their own.
    const sketch = new PlayerSketch();
    const counted = async (fields: object) => {
      for (;;) {
        const player = await aPlayer(own, project, fields);
        const before = sketch.count();
        sketch.add(hashText(player.id));
        if (sketch.count() > before) return player;
      }
    };
    const [one, other] = [await counted({ context: CONTEXT }), await counted({ context: CONTEXT })];
    for (const player of [one, other, one, one]) assert.equal((await poll(own, player)).status, 200);
    await aTicket(own, await counted({}), { context: CONTEXT });
    assert.deepEqual(await players(), [], 'a poll writes nothing');
    await own.activePlayers.write(own.clock.now);
    assert.deepEqual(await players(), ['1.0 ios 3']);

    const context = { ...CONTEXT, appVersion: '1.1' };
    const { body } = await identify(own, project, { installationId: one.installationId, context });
    await poll(own, { ...one, token: body.playerAccessToken });
    await own.activePlayers.write(own.clock.now);
    assert.deepEqual(await players(), ['1.0 ios 3'], 'at most once a minute');
    await own.activePlayers.write(own.clock.now, true);
    assert.deepEqual(await players(), ['1.0 ios 3', '1.1 ios 1']);

    own.clock.advance(HOUR);
    await poll(own, other);
    await own.activePlayers.write(own.clock.now);
    assert.deepEqual(await players(hour + 1), ['1.0 ios 1']);
  });

  test('with an account are that account, also when one of its devices identifies itself', async (t) => {
    const own = await startServer(t, { env: { RATE_LIMITS: 'off' } });
    const project = await aProject(own);
    await setUpIdentity(own, project);
    const hour = Math.floor(own.clock.now / HOUR);
    const devices = [await aPlayer(own, project), await aPlayer(own, project)];
    for (const device of devices) await linked(own, device, 'account');
    for (const { installationId } of devices) {
      const { status, body } = await identify(own, project, { installationId, context: CONTEXT });
      assert.equal(status, 200);
      const player = { project, installationId, id: body.playerId, token: body.playerAccessToken };
      assert.equal((await poll(own, player)).status, 200);
    }
    await own.activePlayers.write(own.clock.now);
    const rows = await own.store.radarPlayers.ofHours(project.id, hour, hour + 1);
    assert.deepEqual(
      rows.filter(({ build }) => build === CONTEXT.appVersion).map(({ players }) => players),
      [1],
    );
  });

  test('of builds that one player each has take places only from each other', async (t) => {
    const own = await startServer(t);
    const project = await aProject(own);
    const note = (player: string, appVersion: string, options = {}) =>
      own.activePlayers.note(
        { player_id: player, project_id: project.id, context: JSON.stringify({ ...CONTEXT, appVersion }) },
        own.clock.now,
        options,
      );
    const invent = (from: number) => {
      for (let index = from; index < from + 2 * MAX_RADAR_BUILDS; index++) note(`ply_i${index}`, `invented ${index}`);
    };
    const players = async () => {
      const hour = Math.floor(own.clock.now / HOUR);
      const rows = await own.store.radarPlayers.ofHours(project.id, hour, hour + 1);
      return new Map(rows.map((row) => [row.build, row.players]));
    };
    invent(0);
    for (let player = 0; player < 30; player++) note(`ply_${player}`, '1.0');
    invent(1000);
    await own.activePlayers.write(own.clock.now, true);
    for (let player = 30; player < 60; player++) note(`ply_${player}`, '1.0');
    invent(2000);
    await own.activePlayers.write(own.clock.now, true);
    const found = await players();
    assert.equal(found.size, MAX_RADAR_BUILDS + 1);
    assert.equal(found.get('1.0'), 60);
    assert.ok((found.get('*') ?? 0) > 450);

    // While there are places, one player identifies with many invented builds.
    own.clock.advance(HOUR);
    for (let index = 0; index < 50; index++) note('ply_one', `mine ${index}`, { isNew: true });
    await own.activePlayers.write(own.clock.now, true);
    const mine = [...(await players()).keys()].filter((build) => build.startsWith('mine'));
    assert.equal(mine.length, 5);
  });

  test('are kept for the next time if storing fails', async (t) => {
    const own = await startServer(t);
    const project = await aProject(own);
    const player = await aPlayer(own, project, { context: CONTEXT });
    const { createActivePlayers } = await import('../../../src/watch/active-players.ts');
    let fails = true;
    const counts = createActivePlayers({
      transaction: async (work) => {
        if (fails) throw new Error('no disk');
        return own.store.transaction(work);
      },
    });
    const session = { player_id: player.id, project_id: project.id, context: JSON.stringify(CONTEXT) };
    counts.note(session, own.clock.now);
    await assert.rejects(counts.write(own.clock.now, true), /no disk/);
    fails = false;
    await counts.write(own.clock.now, true);
    const hour = Math.floor(own.clock.now / HOUR);
    assert.equal((await own.store.radarPlayers.ofHours(project.id, hour, hour + 1))[0]?.players, 1);
  });
});
