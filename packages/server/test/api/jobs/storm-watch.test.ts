import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CALM_MS, MIN_STORM, STORM_WINDOW_MS } from '../../../src/domain/storm.ts';
import { DAY, SECOND } from '../../../src/domain/time.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  eventually,
  type Project,
  team,
  teamReply,
  unlimited,
  updateProject,
} from '../../helpers/builders.ts';
import { openStream } from '../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

const WORDS = 'amber birch cedar daisy elder fern grove hazel iris jade kelp lilac maple nettle olive poppy'.split(' ');

/** Shares no three words with other numbers. */
const distinct = (index: number) =>
  [1, 3, 5, 7, 11, 13]
    .map((step) => `${WORDS[(index * step) % 16]}${WORDS[Math.floor((index * step) / 16) % 16]}`)
    .join(' ');

async function aStormyServer(t: Parameters<typeof startServer>[0], env?: Record<string, string>) {
  const server = await startServer(t, { storms: true, ...(env === undefined ? {} : { env }) });
  const project = await aProject(server);
  await unlimited(server, project);
  await updateProject(server, project, { stormMode: 'automatic' });
  return { server, project };
}

/** Adds new players' tickets. The server checks after each. */
async function tickets(server: TestServer, project: Project, count: number, text: (index: number) => string) {
  const ids = [];
  for (let index = 0; index < count; index++) {
    ids.push(await aTicket(server, await aPlayer(server, project), { message: text(index) }));
    server.clock.advance(SECOND);
    await server.stormWatch.idle();
  }
  return ids;
}

const seen = async (server: TestServer, project: Project) =>
  (await team(server, 'GET', `/projects/${project.id}`)).body;
const heldCount = async (server: TestServer) => (await team(server, 'GET', '/tickets/counts')).body.held.count;
const actions = async (server: TestServer) =>
  (await team(server, 'GET', '/audit')).body.entries
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action.startsWith('Storm'))
    .toReversed();

suite('the automatic storm mode', () => {
  test('begins to hold in an attack, tells it, and ends by itself after it', async (t) => {
    const { server, project } = await aStormyServer(t);
    const { cookie } = await aMember(server, 'owner');
    const stream = await openStream(t, server, { headers: { cookie } });
    const all = await tickets(server, project, 2 * MIN_STORM, (index) => `Free gems at example.org/${index}`);
    const { holdingSince } = await seen(server, project);
    assert.notEqual(holdingSince, null);
    assert.equal(await heldCount(server), all.length - MIN_STORM);
    assert.deepEqual(await actions(server), ['StormBegan']);
    await stream.received(({ name, data }) => name === 'settings' && data.what === 'projects');

    server.clock.advance(STORM_WINDOW_MS);
    await server.stormWatch.checkHolding();
    await tickets(server, project, MIN_STORM, () => 'Free gems');
    server.clock.advance(CALM_MS / 2);
    await server.stormWatch.checkHolding();
    assert.equal((await seen(server, project)).holdingSince, holdingSince);

    server.clock.advance(STORM_WINDOW_MS);
    await server.stormWatch.checkHolding();
    server.clock.advance(CALM_MS - 1);
    await server.stormWatch.checkHolding();
    assert.equal((await seen(server, project)).holdingSince, holdingSince);
    server.clock.advance(1);
    await server.stormWatch.checkHolding();
    assert.equal((await seen(server, project)).holdingSince, null);
    assert.deepEqual(await actions(server), ['StormBegan', 'StormEnded']);
    assert.equal(await heldCount(server), all.length);
    assert.deepEqual((await tickets(server, project, 1, () => 'Free gems')).length, 1);
    assert.equal(await heldCount(server), all.length);
  });

  test('ends in time though the clock was set back', async (t) => {
    const { server, project } = await aStormyServer(t);
    await tickets(server, project, MIN_STORM, () => 'Free gems');
    server.clock.advance(STORM_WINDOW_MS);
    await server.stormWatch.checkHolding();
    server.clock.step(-DAY);
    await server.stormWatch.checkHolding();
    server.clock.advance(CALM_MS);
    await server.stormWatch.checkHolding();
    assert.equal((await seen(server, project)).holdingSince, null);
    // By time, so the first is the last.
    assert.deepEqual(await actions(server), ['StormEnded', 'StormBegan']);
  });

  test('does not hold on a release day, when new players write many different texts', async (t) => {
    const { server, project } = await aStormyServer(t);
    await tickets(server, project, 4 * MIN_STORM, distinct);
    await server.stormWatch.checkNew();
    assert.equal((await seen(server, project)).holdingSince, null);
    assert.equal(await heldCount(server), 0);
  });

  test('does not count players with a history', async (t) => {
    const { server, project } = await aStormyServer(t);
    const players = [];
    for (let index = 0; index < MIN_STORM; index++) players.push(await aPlayer(server, project));
    const answered = await aPlayer(server, project);
    await teamReply(server, await aTicket(server, answered));
    server.clock.advance(DAY);
    for (const player of players) await aTicket(server, player, { message: 'Free gems' });
    await server.stormWatch.checkNew();
    await server.stormWatch.idle();
    assert.equal((await seen(server, project)).holdingSince, null);
  });

  // With three of seven days the median is zero. Today is not one of them.
  for (const [days, needed] of [
    [4, 50],
    [3, MIN_STORM],
  ] as const) {
    test(`compares with the busiest ten minutes of the last days, with ten tickets on ${days} of them`, async (t) => {
      const { server, project } = await aStormyServer(t);
      for (let day = 0; day < days; day++) {
        await tickets(server, project, 10, distinct);
        server.clock.advance(DAY);
      }
      await tickets(server, project, needed - 1, () => 'Free gems');
      await server.stormWatch.checkNew();
      assert.equal((await seen(server, project)).holdingSince, null);
      await tickets(server, project, 1, () => 'Free gems');
      await server.stormWatch.checkNew();
      assert.notEqual((await seen(server, project)).holdingSince, null);
    });
  }

  test('does nothing while the mode is off or on', async (t) => {
    const { server, project } = await aStormyServer(t);
    await updateProject(server, project, { stormMode: 'off' });
    await tickets(server, project, 2 * MIN_STORM, () => 'Free gems');
    await server.stormWatch.checkNew();
    assert.equal(await heldCount(server), 0);
    await updateProject(server, project, { stormMode: 'on' });
    server.clock.advance(2 * STORM_WINDOW_MS);
    for (let round = 0; round < 3; round++) {
      await server.stormWatch.checkHolding();
      server.clock.advance(CALM_MS);
    }
    assert.notEqual((await seen(server, project)).holdingSince, null);
    assert.deepEqual(await actions(server), []);
  });

  test('does nothing with RATE_LIMITS=off', async (t) => {
    const { server, project } = await aStormyServer(t, { RATE_LIMITS: 'off' });
    await tickets(server, project, 2 * MIN_STORM, () => 'Free gems');
    await server.stormWatch.checkNew();
    assert.equal(await heldCount(server), 0);
  });

  test('a check that fails is logged, and tickets are taken as always', async (t) => {
    const { server, project } = await aStormyServer(t);
    t.mock.method(server.store.storms, 'newest', () => Promise.reject(new Error('no database')));
    await tickets(server, project, 10, () => 'Free gems');
    await eventually(async () => server.log.some((line) => line.includes('a storm was not checked')));
  });
});
