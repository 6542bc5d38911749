import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresOptions } from '../../src/store/postgres/options.ts';
import { aPlayer, aTicket, createTicket, eventually, identify, playerReply, team } from '../helpers/builders.ts';
import type { Reply } from '../helpers/call.ts';
import { postgresSchema } from '../helpers/databases.ts';
import { assertRefused, startLoad } from '../helpers/postgres-load.ts';
import { connect, type Node, nodeOf, startNodes, times, withParameters } from '../helpers/postgres-nodes.ts';
import { type PostgresServer, startPostgres } from '../helpers/postgres-server.ts';
import { startProcess } from '../helpers/programs.ts';
import { rounds } from '../helpers/rounds.ts';

const CLIENTS = 8;
const SHORT_TIMEOUTS = { connectSeconds: 1, statementSeconds: 1 };
/** In seconds: both timeouts, half a second, and a margin. */
const MAX_REQUEST_SECONDS = 1 + 1 + 0.5 + 1.5;

async function seconds<T>(work: Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now();
  const value = await work;
  return [(performance.now() - began) / 1000, value];
}

/** The node is alive. */
async function assertNotReady(node: Node): Promise<void> {
  const [took, ready] = await seconds(node.call('GET', '/readyz'));
  assert.equal(ready.status, 503);
  assert.ok(took < MAX_REQUEST_SECONDS, `/readyz took ${took} s`);
  assert.equal((await node.call('GET', '/healthz')).status, 200);
}

/** Starts a syncing PostgreSQL server with one node. */
async function ownServer(t: Parameters<typeof startNodes>[0], postgres: Partial<PostgresOptions>) {
  const server = await startPostgres(['-c', 'fsync=on', '-c', 'synchronous_commit=on']);
  t.after(() => server.remove());
  const nodes = await startNodes(t, 1, server.url, { LOG_LEVEL: 'info' }, { postgres });
  const [node] = nodes;
  if (node === undefined) throw new Error('no node');
  return { server, node, nodes };
}

/** All processes of the server are stopped, but not ended. */
async function whileStopped(server: PostgresServer, work: () => Promise<void>): Promise<void> {
  server.signal('SIGSTOP');
  try {
    await work();
  } finally {
    server.signal('SIGCONT');
  }
}

test('PostgreSQL is killed and started again under load: nothing is lost or duplicated, and no request hangs', async (t) => {
  const { server, node, nodes } = await ownServer(t, SHORT_TIMEOUTS);
  const load = startLoad(() => nodes, (await aPlayer(node)).project, CLIENTS);
  const recoveries: number[] = [];
  for (let round = 0; round < rounds(6); round++) {
    await sleep(randomInt(200, 900));
    await server.kill();
    await sleep(randomInt(0, 400));
    await assertNotReady(node);
    await server.start();
    recoveries.push(await load.recovery());
  }
  await load.stop();
  await load.verify(node);
  assertRefused(load.failures);
  assert.ok(load.failures.length > recoveries.length, 'there was no load');
  const longest = load.longest();
  t.diagnostic(`serving again within ${Math.max(...recoveries)} s, longest request ${longest} s`);
  assert.ok(Math.max(...recoveries) < 5, `serving again after ${recoveries} s`);
  assert.ok(longest < MAX_REQUEST_SECONDS, `a request took ${longest} s`);
});

test('PostgreSQL stops responding: requests fail in time, few wait, and all works when it continues', async (t) => {
  const queue = 20;
  const { server, node } = await ownServer(t, { ...SHORT_TIMEOUTS, queue, poolSize: 4 });
  const player = await aPlayer(node);
  const ticketId = await aTicket(node, player);
  const request = (index: number): Promise<Reply> =>
    [
      () => playerReply(node, player, ticketId),
      () => createTicket(node, player),
      () => identify(node, player.project),
      () => node.call('GET', '/api/v1/team/tickets', { token: node.teamKey }),
    ][index % 4]?.() ?? Promise.reject(new Error('no request'));
  // Opens the pool's connections, and allocates the memory for requests.
  for (let round = 0; round < 10; round++) await Promise.all(times(20, request));
  const memory = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${node.process.pid}/status`, 'utf8'))?.[1]);
  const memoryBefore = memory();

  /** API requests, from the node's log. */
  const refusals = () =>
    node.process
      .stdout()
      .split('\n')
      .filter((line) => line.includes('"operation"') && line.includes('"status":503'))
      .map((line) => JSON.parse(line) as { readonly operation: string; readonly milliseconds: number });
  let maxMemory = 0;
  let refused = 0;
  await whileStopped(server, async () => {
    // Each of the pool's connections has sent a BEGIN that PostgreSQL will execute later.
    await Promise.all(times(4, () => assertNotReady(node)));
    for (const until = performance.now() + 6000; performance.now() < until; ) {
      const offered = 200;
      const before = refusals().length;
      const responses = await Promise.all(times(offered, (index) => seconds(request(index))));
      for (const [took, { status, headers }] of responses) {
        assert.equal(status, 503);
        assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        assert.ok(took < MAX_REQUEST_SECONDS, `a request took ${took} s`);
      }
      await eventually(async () => refusals().length === before + offered);
      // From the log: the client may need longer. All requests share one project read, so one place
      // in the queue.
      const others = refusals()
        .slice(before)
        .filter(({ operation }) => operation !== 'IdentifyPlayer');
      // Queued requests wait at least a second. Others are refused at once.
      const waited = others.filter(({ milliseconds }) => milliseconds >= 900).length;
      assert.ok(waited > 0 && waited <= queue + 4, `${waited} of ${others.length} waited`);
      refused += offered;
      await assertNotReady(node);
      maxMemory = Math.max(maxMemory, memory());
    }
  });
  t.diagnostic(`${refused} refused; memory ${memoryBefore} kB, at most ${maxMemory} kB`);
  assert.ok(maxMemory < memoryBefore + 64 * 1024, `memory went from ${memoryBefore} to ${maxMemory} kB`);

  const [took] = await seconds(eventually(async () => (await node.call('GET', '/readyz')).status === 200));
  assert.ok(took < 5, `ready after ${took} s`);
  const identified = await Promise.all(times(20, () => identify(node, player.project)));
  // The old BEGIN must not include later statements: all players must be committed.
  const ids = identified.map(({ body }) => body.playerId);
  const observer = await connect(t, server.url);
  const { rows } = await observer.query('SELECT count(*)::int AS count FROM player WHERE player_id = ANY ($1)', [ids]);
  assert.deepEqual(rows, [{ count: 20 }]);
  const replies = await Promise.all(times(20, () => playerReply(node, player, ticketId)));
  assert.deepEqual([...new Set([...replies, ...identified].map(({ status }) => status))], [200]);
});

test('a node that gets SIGTERM ends, even if PostgreSQL does not respond', async (t) => {
  const { server, node } = await ownServer(t, SHORT_TIMEOUTS);
  const player = await aPlayer(node);
  // More connections than the stop will meet in use.
  await Promise.all(times(20, () => identify(node, player.project)));
  await whileStopped(server, async () => {
    const pending = identify(node, player.project);
    await sleep(100);
    node.process.kill('SIGTERM');
    const [took, code] = await seconds(Promise.race([node.process.exited, sleep(15_000, 'still there')]));
    assert.equal(code, 0);
    assert.ok(took < 2 * MAX_REQUEST_SECONDS, `it took ${took} s`);
    assert.equal((await pending).status, 503);
  });
});

test('one of two nodes is killed under load: the other continues, and nothing is lost or duplicated', async (t) => {
  const DATABASE_URL = await postgresSchema(t);
  const [survivor, first] = await startNodes(t, 2, DATABASE_URL);
  if (survivor === undefined || first === undefined) throw new Error('no nodes');
  let victim = first;
  const killed: Node[] = [];
  const load = startLoad(() => [survivor, victim], (await aPlayer(survivor)).project, CLIENTS);
  for (let round = 0; round < rounds(4); round++) {
    await sleep(randomInt(200, 700));
    killed.push(victim);
    victim.process.kill('SIGKILL');
    await victim.process.exited;
    const took = await load.recovery();
    assert.ok(took < 5, `after ${took} s`);
    victim = nodeOf(await startProcess(t, { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', DATABASE_URL }), survivor.teamKey);
  }
  await load.stop();
  await load.verify(survivor);
  assertRefused(load.failures, killed);
  t.diagnostic(`${killed.length} killed, ${load.failures.length} requests failed, longest ${load.longest()} s`);
  assert.ok(load.failures.length > 0 && load.failures.every(({ reply }) => reply === undefined));
});

test('PostgreSQL ends all connections again and again under load: the node opens new ones', async (t) => {
  const name = `terminated-${process.pid}`;
  const url = await postgresSchema(t);
  const [node] = await startNodes(t, 1, withParameters(url, { application_name: name }));
  if (node === undefined) throw new Error('no node');
  const observer = await connect(t, url);
  const { project } = await aPlayer(node);
  const load = startLoad(() => [node], project, CLIENTS);
  let ended = 0;
  for (let round = 0; round < rounds(40); round++) {
    await sleep(randomInt(20, 150));
    const sql = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1';
    ended += (await observer.query(sql, [name])).rows.length;
  }
  assert.ok((await load.recovery()) < 5);
  await load.stop();
  await load.verify(node);
  assertRefused(load.failures);
  t.diagnostic(`${ended} connections ended, ${load.failures.length} requests refused`);
  assert.ok(ended > rounds(40) && load.failures.length > 0);
  assert.equal((await team(node, 'GET', '/projects')).status, 200);
});
