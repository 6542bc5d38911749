import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_LISTED_RADAR_SERIES, MAX_RADAR_HOURS } from '@player-support/contract/limits';
import { HOUR, SECOND } from '../../../../src/domain/time.ts';
import { getRadar } from '../../../../src/team/radar/get-radar.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aPlayer, aProject, aTicket, type Project, team } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aRadar, CONTEXT, manyCounters, thisHour, usualHours } from '../../../helpers/radar.ts';
import { watchStatements } from '../../../helpers/statements.ts';

const PATH = '/api/v1/team/radar';

testTeamOperation(
  getRadar,
  {
    access: { role: 'viewer', elsewhere: 400 },
    request: ({ project }) => ({ query: `?projectId=${project.id}` }),
    statuses: {
      400: changed({ query: '?projectId=prj_unknown' }),
    },
    statements: { usual: 12 },
  },
  () => {
    const radar = async (server: TestServer, { id }: Project, more = '') => {
      const { status, body, text } = await team(server, 'GET', `/radar?projectId=${id}${more}`);
      assert.equal(status, 200, text);
      return body;
    };

    test('200: hour by hour, with what is usual, and a spike in words', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await usualHours(server, project);
      await thisHour(server, project, 20);
      await aRadar(server)();
      const running = Math.floor(server.clock.now / HOUR) * HOUR;
      const { series, spikes, ...rest } = await radar(server, project, '&hours=3');
      assert.deepEqual(rest, {
        projectId: project.id,
        from: new Date(running - 2 * HOUR).toISOString(),
        hours: 3,
        isLearning: false,
        moreSeries: 0,
      });
      assert.equal(series.length, 1);
      const [{ expected, low, high, ...one }] = series;
      const every = [2, 1].map((ago) => Number((running / HOUR - ago) % 4 === 0));
      assert.deepEqual(one, {
        build: '1.0',
        platform: 'ios',
        type: 'bug',
        tickets: [...every, 20],
        players: [1000, 1000, 1000],
      });
      for (const mean of expected) assert.ok(mean > 0.2 && mean < 0.3, String(mean));
      assert.deepEqual(low, [0, 0, 0]);
      assert.deepEqual(high, [2, 2, 2]);
      const [{ expected: mean, oncePerHours, ...spike }] = spikes;
      assert.ok(mean > 0.2 && mean < 0.3 && oncePerHours > 1_000_000);
      assert.deepEqual(spike, {
        build: '1.0',
        platform: 'ios',
        type: 'bug',
        from: new Date(running).toISOString(),
        to: new Date(running + HOUR).toISOString(),
        tickets: 20,
        players: 1000,
        words: 'Such a spike happens by chance less than once in 1,000 years.',
        foundAt: new Date(server.clock.now).toISOString(),
      });
      assert.deepEqual((await radar(server, project, '&build=1.0&platform=ios&type=bug&hours=3')).series, series);
      for (const other of ['build=2', 'platform=web', 'type=other']) {
        const filtered = await radar(server, project, `&${other}`);
        assert.deepEqual([filtered.series, filtered.spikes], [[], []], other);
      }
    });

    test('200: a new project learns, and says what it counts', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await aTicket(server, await aPlayer(server, project), { type: 'bug', context: { platform: 'ios' } });
      await aTicket(server, await aPlayer(server, await aProject(server)), { type: 'bug', context: CONTEXT });
      const { series, isLearning, spikes } = await radar(server, project, '&hours=1');
      assert.deepEqual([isLearning, spikes], [true, []]);
      assert.deepEqual(series, [
        {
          build: null,
          platform: 'ios',
          type: 'bug',
          tickets: [1],
          players: [0],
          expected: [null],
          low: [null],
          high: [null],
        },
      ]);
    });

    test('200: at most 30 series, those with spikes first', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await usualHours(server, project);
      await usualHours(server, project, { build: 'much', players: 100_000, ticketEvery: 1 });
      await thisHour(server, project, 12, { type: 'spike' });
      for (let index = 0; index < MAX_LISTED_RADAR_SERIES; index++) {
        await thisHour(server, project, 14, { platform: 'new', build: `b${index}` });
      }
      await aRadar(server)();
      const { series, moreSeries, spikes } = await radar(server, project);
      assert.deepEqual([series.length, moreSeries, spikes.length], [MAX_LISTED_RADAR_SERIES, 3, 1]);
      assert.equal(series[0].type, 'spike');
      assert.equal(series[1].build, 'much');
    });

    test('200: requests share the counters of a busy hour for ten seconds, each project its own', async (t) => {
      const server = await startServer(t);
      const [project, other] = [await aProject(server), await aProject(server)];
      const running = Math.floor(server.clock.now / HOUR);
      const ofRunning = async (one: Project) =>
        (await radar(server, one, '&hours=1')).series.map(({ tickets }: { tickets: number[] }) => tickets[0]);
      await manyCounters(server, project, running, 3000, "'1.0'");
      await manyCounters(server, other, running, 2100, "'1.0'");
      const sent = watchStatements(t);
      const reads = () => sent.filter(({ text }) => text.includes('lastPlayer')).length;
      const both = await Promise.all([ofRunning(project), ofRunning(project), ofRunning(other)]);
      assert.deepEqual(both, [[3000], [3000], [2100]]);
      await thisHour(server, project, 2);
      server.clock.advance(9 * SECOND);
      assert.deepEqual([await ofRunning(project), await ofRunning(other)], [[3000], [2100]]);
      assert.equal(reads(), 4, 'one of each project, in two parts');
      server.clock.advance(SECOND);
      assert.deepEqual(await ofRunning(project), [3002]);
      // The radar itself reads the newest, and shares it.
      await thisHour(server, project, 2);
      await aRadar(server)();
      const before = reads();
      assert.deepEqual(await ofRunning(project), [3004]);
      assert.equal(reads(), before);
      // The next hour, and one with few tickets, are read at once.
      server.clock.now = (running + 1) * HOUR - SECOND;
      assert.deepEqual(await ofRunning(project), [3004]);
      server.clock.advance(SECOND);
      await thisHour(server, project, 1);
      assert.deepEqual(await ofRunning(project), [1]);
      server.clock.advance(2 * HOUR);
      for (const tickets of [1, 2]) {
        await thisHour(server, project, 1);
        assert.deepEqual(await ofRunning(project), [tickets]);
      }
    });

    test('400: no project, and hours out of range', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      assertInvalid(await team(server, 'GET', '/radar'), PATH, 'projectId');
      for (const hours of ['0', String(MAX_RADAR_HOURS + 1), '1.5', 'x']) {
        assertInvalid(await team(server, 'GET', `/radar?projectId=${project.id}&hours=${hours}`), PATH, 'hours');
      }
    });
  },
);
