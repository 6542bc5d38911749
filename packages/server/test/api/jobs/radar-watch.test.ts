import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../../src/domain/time.ts';
import { aMember, aProject, type Project } from '../../helpers/builders.ts';
import { openStream } from '../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { aRadar, countedTickets, manyCounters, thisHour, usualHours } from '../../helpers/radar.ts';
import { queryRows } from '../../helpers/stored-rows.ts';

const spikesOf = ({ store, clock }: TestServer, { id }: Project) =>
  store.radarSpikes.since(id, Math.floor(clock.now / HOUR) - 100);
const names = (rows: readonly { build: string; platform: string; type: string }[]) =>
  rows.map(({ build, platform, type }) => `${build} ${platform} ${type}`).sort();

suite('the radar', () => {
  test('finds a spike once, tells consoles, and goes on with it in the hours after', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const { cookie } = await aMember(server, 'viewer', { projectIds: [project.id] });
    const stream = await openStream(t, server, { headers: { cookie } });
    await usualHours(server, project);
    const look = aRadar(server);
    await thisHour(server, project, 4);
    await look();
    assert.deepEqual(await spikesOf(server, project), [], 'four tickets are no spike');

    await thisHour(server, project, 4);
    await look();
    assert.deepEqual(await spikesOf(server, project), [], 'at most once a minute');
    server.clock.advance(MINUTE);
    await look();
    const [spike] = await spikesOf(server, project);
    assert.deepEqual([spike?.tickets, spike?.players], [8, 1000]);
    await stream.received(({ name, data }) => name === 'settings' && data.what === 'radar');

    // On two nodes.
    for (let hour = 0; hour < 2; hour++) {
      server.clock.advance(HOUR);
      await thisHour(server, project, 10 + hour);
      for (const node of [aRadar(server), aRadar(server)]) await node();
    }
    const all = await spikesOf(server, project);
    assert.equal(all.length, 1);
    const [{ hour = 0, last_hour: last = 0, tickets } = {}] = all;
    assert.deepEqual([last - hour, tickets], [2, 11]);

    server.clock.advance(DAY + HOUR);
    await thisHour(server, project, 12);
    await look();
    assert.equal((await spikesOf(server, project)).length, 2);
  });

  test('goes on at once if the clock of the server is set back', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    server.clock.now = Math.floor(server.clock.now / HOUR) * HOUR + 30 * MINUTE;
    await usualHours(server, project);
    const look = aRadar(server);
    await look();
    server.clock.advance(-10 * MINUTE);
    await thisHour(server, project, 8);
    await look();
    assert.equal((await spikesOf(server, project)).length, 1);
  });

  test('of two nodes at the same time, one tells a spike', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    await usualHours(server, project);
    await thisHour(server, project, 20);
    const told: string[] = [];
    const live = { settingsChanged: (what: string) => void told.push(what) };
    const nodes = Array.from({ length: 4 }, () => aRadar(server, { live }));
    await Promise.all(nodes.map((look) => look()));
    assert.deepEqual(told, ['radar']);
    assert.equal((await spikesOf(server, project)).length, 1);
  });

  test('is not made by one player, however many tickets it writes', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    await usualHours(server, project);
    await thisHour(server, project, 3);
    const one = { player_id: 'ply_one', project_id: project.id, type: 'bug', created_at: server.clock.now };
    for (let count = 0; count < 30; count++) {
      await server.store.radarCounts.add({ ...one, radar: { build: '1.0', platform: 'ios' } });
    }
    await aRadar(server)();
    assert.deepEqual(await spikesOf(server, project), []);
    await thisHour(server, project, 5);
    await aRadar(server)();
    assert.equal((await spikesOf(server, project)).length, 1);
  });

  test('compares a new build with the others of its platform, and learns before it tells', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    await usualHours(server, project);
    await thisHour(server, project, 9, { build: '2.0', players: 300 });
    await thisHour(server, project, 9, { build: '2.0', platform: 'android', players: 300 });
    await aRadar(server)();
    assert.deepEqual(names(await spikesOf(server, project)), ['2.0 ios bug'], 'android is not known yet');
  });

  test('adds up the counters of each hour, and deletes old ones', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    await usualHours(server, project);
    await thisHour(server, project, 20);
    await server.store.radarPlayers.save({
      ...{ project_id: project.id, hour: Math.floor(server.clock.now / HOUR), build: '1.0', platform: 'ios' },
      ...{ node: 'other', players: 1200, sketch: null },
    });
    const rows = async (table: string) =>
      Number((await queryRows(server.databaseUrl, `SELECT COUNT(*) AS n FROM ${table}`))[0]?.n);
    await aRadar(server)();
    assert.equal(await rows('radar_spike'), 1);
    const before = await countedTickets(server, project);
    server.clock.advance(HOUR + 5 * MINUTE);
    await aRadar(server)();
    assert.deepEqual(await countedTickets(server, project), before);
    assert.deepEqual([await rows('radar_count'), await rows('radar_player')], [19, 73]);
    const hour = Math.floor(server.clock.now / HOUR) - 1;
    assert.deepEqual(
      (await server.store.radarPlayers.ofHours(project.id, hour, hour + 1)).map(({ players }) => players),
      [1200],
    );

    server.clock.advance(30 * DAY);
    await aRadar(server, { keptDays: 31 })();
    assert.deepEqual([await rows('radar_count'), await rows('radar_player'), await rows('radar_spike')], [6, 24, 1]);
    server.clock.advance(2 * DAY);
    await aRadar(server, { keptDays: 31 })();
    assert.deepEqual([await rows('radar_count'), await rows('radar_player'), await rows('radar_spike')], [0, 0, 0]);
  });

  test('adds up what another node has not a minute later, and deletes no busy hour at once', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const running = Math.floor(server.clock.now / HOUR);
    const hours = { tooOld: running - 31 * 24, afterDays: running - 100, last: running - 1 };
    await manyCounters(server, project, hours.tooOld, 300, "'1.0'");
    await manyCounters(server, project, hours.afterDays, 300, "'1.0'");
    await manyCounters(server, project, hours.last, 300, "'1.0'");
    server.clock.now = running * HOUR + 5 * MINUTE;
    const stored = () =>
      queryRows(server.databaseUrl, 'SELECT hour, player_id, tickets FROM radar_count ORDER BY hour');
    // How many transactions of this node come before.
    const otherNode = { after: 0 };
    const radar = aRadar(server, { keptDays: 30, isFree: () => otherNode.after-- > 0 });
    await radar();
    assert.equal((await stored()).length, 900, 'another node is adding them up');
    for (otherNode.after of [1, 7, 99]) {
      server.clock.advance(MINUTE);
      await radar();
    }
    assert.deepEqual(
      (await stored()).map((row) => ({ ...row, hour: Number(row.hour) })),
      [hours.afterDays, hours.last].map((hour) => ({ hour, player_id: '*', tickets: 300 })),
    );
  });

  test('goes on after a crash in the middle of a busy hour, and counts no player twice', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const hour = Math.floor(server.clock.now / HOUR);
    await manyCounters(server, project, hour, 700, "'1.0'");
    server.clock.advance(HOUR + 5 * MINUTE);
    // Another node has the lock, or gets it after some steps.
    for (const free of [[false, true], [true], [true, true], [true, true, true, true, true]]) {
      await aRadar(server, { isFree: () => free.shift() ?? false })();
      const read = await server.store.radarCounts.ofHours(project.id, hour, hour + 1);
      assert.deepEqual(
        read.map(({ build, tickets }) => [build, tickets]),
        [['1.0', 700]],
      );
    }
    assert.deepEqual(await countedTickets(server, project), { '1.0 ios bug': 700 });
  });
});
