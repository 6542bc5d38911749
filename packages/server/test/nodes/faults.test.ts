import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aPlayer, aTicket, createTicket, eventually, identify, playerReply, team } from '../helpers/builders.ts';
import { postgresSchema } from '../helpers/databases.ts';
import type { Reply } from '../helpers/harness.ts';
import { assertRefused, startLoad } from '../helpers/postgres-load.ts';
import { connect, type Node, nodeOf, rounds, startNodes, times, withParameters } from '../helpers/postgres-nodes.ts';
import { type PostgresServer, startPostgres } from '../helpers/postgres-server.ts';
import { startProcess } from '../helpers/programs.ts';

const CLIENTS = 8;
/** Seconds. */
const IMPATIENT = { DATABASE_CONNECT_SECONDS: '1', DATABASE_STATEMENT_SECONDS: '1' };
/** The time-outs above: a connection, a statement, and half a second for a server that does not even refuse. Then noise. */
const LONGEST = 1 + 1 + 0.5 + 1.5;

async function seconds<T>(work: Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now();
  const value = await work;
  return [(performance.now() - began) / 1000, value];
}

/** That it is known not to be able to do anything, and to live. */
async function assertNotReady(node: Node): Promise<void> {
  const [took, ready] = await seconds(node.call('GET', '/readyz'));
  assert.equal(ready.status, 503);
  assert.ok(took < LONGEST, `/readyz took ${took} s`);
  assert.equal((await node.call('GET', '/healthz')).status, 200);
}

/** A server of its own, which syncs, with a node on it. */
async function ownServer(t: Parameters<typeof startNodes>[0], settings: Record<string, string>) {
  const server = await startPostgres(['-c', 'fsync=on', '-c', 'synchronous_commit=on']);
  t.after(() => server.remove());
  const nodes = await startNodes(t, 1, server.url, settings);
  const [node] = nodes;
  if (node === undefined) throw new Error('no node');
  return { server, node, nodes };
}

/** Does something while no process of the server runs, nor ends. */
async function whileStopped(server: PostgresServer, work: () => Promise<void>): Promise<void> {
  server.signal('SIGSTOP');
  try {
    await work();
  } finally {
    server.signal('SIGCONT');
  }
}

test('PostgreSQL killed and started again under load: nothing is lost, nothing is doubled, nothing hangs', async (t) => {
  const { server, node, nodes } = await ownServer(t, IMPATIENT);
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
  assert.ok(longest < LONGEST, `a request took ${longest} s`);
});

test('PostgreSQL that stops answering: requests fail in time, few wait, and all is well once it goes on', async (t) => {
  const queue = 20;
  const settings = { ...IMPATIENT, DATABASE_QUEUE: String(queue), DATABASE_POOL_SIZE: '4' };
  const { server, node } = await ownServer(t, settings);
  const player = await aPlayer(node);
  const ticketId = await aTicket(node, player);
  const request = (index: number): Promise<Reply> =>
    [
      () => playerReply(node, player, ticketId),
      () => createTicket(node, player),
      () => identify(node, player.project),
      () => node.call('GET', '/api/v1/team/tickets', { token: node.teamKey }),
    ][index % 4]?.() ?? Promise.reject(new Error('no request'));
  // The connections of the pool are there, and so is the memory that requests take.
  for (let round = 0; round < 10; round++) await Promise.all(times(20, request));
  const memory = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${node.process.pid}/status`, 'utf8'))?.[1]);
  const usual = memory();

  let most = 0;
  let refused = 0;
  await whileStopped(server, async () => {
    // Each of the pool's connections has sent a BEGIN that will be done after all.
    await Promise.all(times(4, () => assertNotReady(node)));
    for (const until = performance.now() + 6000; performance.now() < until; ) {
      const offered = 200;
      const answers = await Promise.all(times(offered, (index) => seconds(request(index))));
      for (const [took, { status, headers }] of answers) {
        assert.equal(status, 503);
        assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        assert.ok(took < LONGEST, `a request took ${took} s`);
      }
      // Those that may wait do so for a second at least; the others need not.
      const waited = answers.filter(([took]) => took >= 0.9).length;
      assert.ok(waited > 0 && waited <= queue + 4, `${waited} of ${offered} waited`);
      refused += offered;
      await assertNotReady(node);
      most = Math.max(most, memory());
    }
  });
  t.diagnostic(`${refused} refused; memory ${usual} kB, at most ${most} kB`);
  assert.ok(most < usual + 64 * 1024, `memory went from ${usual} to ${most} kB`);

  const [took] = await seconds(eventually(async () => (await node.call('GET', '/readyz')).status === 200));
  assert.ok(took < 5, `ready after ${took} s`);
  const identified = await Promise.all(times(20, () => identify(node, player.project)));
  // It must not take in what comes later.
  const ids = identified.map(({ body }) => body.playerId);
  const beside = await connect(t, server.url);
  const { rows } = await beside.query('SELECT count(*)::int AS count FROM player WHERE player_id = ANY ($1)', [ids]);
  assert.deepEqual(rows, [{ count: 20 }]);
  const replies = await Promise.all(times(20, () => playerReply(node, player, ticketId)));
  assert.deepEqual([...new Set([...replies, ...identified].map(({ status }) => status))], [200]);
});

test('a node that is told to stop ends although PostgreSQL does not answer', async (t) => {
  const { server, node } = await ownServer(t, IMPATIENT);
  const player = await aPlayer(node);
  // More connections than will be in use when it stops.
  await Promise.all(times(20, () => identify(node, player.project)));
  await whileStopped(server, async () => {
    const pending = identify(node, player.project);
    await sleep(100);
    node.process.kill('SIGTERM');
    const [took, code] = await seconds(Promise.race([node.process.exited, sleep(15_000, 'still there')]));
    assert.equal(code, 0);
    assert.ok(took < 2 * LONGEST, `it took ${took} s`);
    assert.equal((await pending).status, 503);
  });
});

test('one of two nodes killed under load: the other goes on, and nothing is lost or doubled', async (t) => {
  const DATABASE_URL = await postgresSchema(t);
  const [stays, first] = await startNodes(t, 2, DATABASE_URL);
  if (stays === undefined || first === undefined) throw new Error('no nodes');
  let dies = first;
  const killed: Node[] = [];
  const load = startLoad(() => [stays, dies], (await aPlayer(stays)).project, CLIENTS);
  for (let round = 0; round < rounds(4); round++) {
    await sleep(randomInt(200, 700));
    killed.push(dies);
    dies.process.kill('SIGKILL');
    await dies.process.exited;
    const took = await load.recovery();
    assert.ok(took < 5, `after ${took} s`);
    dies = nodeOf(await startProcess(t, { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', DATABASE_URL }), stays.teamKey);
  }
  await load.stop();
  await load.verify(stays);
  assertRefused(load.failures, killed);
  t.diagnostic(`${killed.length} killed, ${load.failures.length} requests failed, longest ${load.longest()} s`);
  assert.ok(load.failures.length > 0 && load.failures.every(({ reply }) => reply === undefined));
});

test('every connection ended by PostgreSQL, again and again, under load: the node makes new ones', async (t) => {
  const name = `terminated-${process.pid}`;
  const url = await postgresSchema(t);
  const [node] = await startNodes(t, 1, withParameters(url, { application_name: name }));
  if (node === undefined) throw new Error('no node');
  const beside = await connect(t, url);
  const { project } = await aPlayer(node);
  const load = startLoad(() => [node], project, CLIENTS);
  let ended = 0;
  for (let round = 0; round < rounds(40); round++) {
    await sleep(randomInt(20, 150));
    const sql = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1';
    ended += (await beside.query(sql, [name])).rows.length;
  }
  assert.ok((await load.recovery()) < 5);
  await load.stop();
  await load.verify(node);
  assertRefused(load.failures);
  t.diagnostic(`${ended} connections ended, ${load.failures.length} requests refused`);
  assert.ok(ended > rounds(40) && load.failures.length > 0);
  assert.equal((await team(node, 'GET', '/projects')).status, 200);
});
