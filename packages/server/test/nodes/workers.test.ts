import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SESSION } from '../helpers/accounts.ts';
import { assertProblem } from '../helpers/assert-problem.ts';
import { aPlayer, aTicket, eventually, poll, seenPlayer, setStatus, updateProject } from '../helpers/builders.ts';
import { type Api, call, type Reply } from '../helpers/call.ts';
import { fileAfter } from '../helpers/cleanup.ts';
import { executeSql, postgresSchema, queryPostgres, sqliteFile } from '../helpers/databases.ts';
import { isTicket, openStream } from '../helpers/event-streams.ts';
import { assertRefused, startLoad } from '../helpers/postgres-load.ts';
import { connect, type Node, times } from '../helpers/postgres-nodes.ts';
import { childrenOf, startPostgres } from '../helpers/postgres-server.ts';
import { freePort, type Settings, serverThatStops, startProcess } from '../helpers/programs.ts';
import { beginRequest } from '../helpers/raw-http.ts';
import { rounds } from '../helpers/rounds.ts';
import { clientOf, isListening, startWorkers, workersOf } from '../helpers/workers.ts';

const UNLIMITED = { RATE_LIMITS: 'off', LOG_LEVEL: 'info' };

/** How often a text is in another one. */
const countOf = (text: string, pattern: RegExp) => text.match(new RegExp(pattern, 'g'))?.length ?? 0;

/** Waits until the node has written a text this many times. */
async function wroteTimes(node: Node, pattern: RegExp, times: number): Promise<void> {
  for (const signal = AbortSignal.timeout(60_000); countOf(node.process.stdout(), pattern) < times; ) {
    assert.ok(!signal.aborted, `${pattern} was not written ${times} times`);
    await sleep(20);
  }
}

/** A client of each of two workers, for several tests: to start a node takes longer than they do. */
async function sharedWorkers(settings: Settings): Promise<readonly [Api, Api]> {
  const node = await startWorkers(fileAfter, await postgresSchema(fileAfter), settings);
  return [await clientOf(fileAfter, node, 1), await clientOf(fileAfter, node, 2)];
}

const limited = await sharedWorkers({ RATE_LIMIT_READ: '100', RATE_LIMIT_SIGN_IN: '20' });
const unlimited = await sharedWorkers({ RATE_LIMITS: 'off' });

suite('a node with two workers', () => {
  test('starts and stops like one process, and says everything once', async (t) => {
    const METRICS_PORT = await freePort();
    const settings = { METRICS_PORT, LOG_LEVEL: 'info' };
    const databaseUrl = await postgresSchema(t);
    const node = await startWorkers(t, databaseUrl, settings);
    const { port } = new URL(node.url);
    for (const PORT of [port, '0']) {
      const second = { DATABASE_URL: databaseUrl, WORKERS: '2', ...settings, PORT, LOG_LEVEL: 'silent' };
      const [name, taken] = PORT === port ? ['PORT', port] : ['METRICS_PORT', METRICS_PORT];
      const message = `player-support: ${name} ${taken} is already in use; set ${name} to a free port\n`;
      const { code, stdout, stderr } = await serverThatStops(t, second);
      assert.deepEqual([code, stdout, stderr], [1, '', message]);
    }

    // Each request has a connection of its own.
    const probe = () => call(node.url, 'GET', '/healthz', { headers: { connection: 'close' } });
    for (let count = 0; count < 40; count++) assert.equal((await probe()).status, 200);
    const metrics = await call(`http://127.0.0.1:${METRICS_PORT}`, 'GET', '/metrics');
    assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.match(metrics.text, /^player_support_requests_total\{operation="other",status="200"\} 40$/m);
    assert.match(metrics.text, /^player_support_poll_stretch 1$/m);

    const workers = workersOf(node);
    assert.equal(workers.length, 2);
    // systemd and a terminal send the signal to every process.
    for (const pid of [node.process.pid, ...workers]) process.kill(pid, 'SIGTERM');
    assert.equal(await node.process.exited, 0);
    const output = node.process.stdout();
    assert.equal(node.process.stderr(), '');
    for (const once of [/API docs: /, /Demo project/, /"worker":1,.*"msg":"migrated"/, /"msg":"migrated"/]) {
      assert.equal(countOf(output, once), 1, String(once));
    }
    for (const each of ['stopping', 'stopped']) {
      assert.equal(countOf(output, new RegExp(`"worker":[12],.*"msg":"${each}"`)), 2, each);
    }
  });

  test('finishes the requests in flight of all workers when only the primary gets the signal', async (t) => {
    const node = await startWorkers(t, await postgresSchema(t));
    const { project } = await aPlayer(node);
    // Each is on a connection of its own, so both workers have some of them.
    const requests = await Promise.all(
      times(16, (index) => {
        const body = JSON.stringify({ projectPublicKey: project.publicKey, installationId: `installation-${index}` });
        return beginRequest(t, node.url, 'POST /api/v1/player/identify HTTP/1.1', body);
      }),
    );
    node.process.kill('SIGINT');
    for (const worker of [1, 2]) await node.process.wrote(new RegExp(`"worker":${worker},.*"msg":"stopping"`));
    for (const { end } of requests) assert.match(await end(), /^HTTP\/1\.1 200 /);
    assert.equal(await node.process.exited, 0);
  });

  test('stops while its second worker starts, if all processes get the signal', async (t) => {
    const settings = { DATABASE_URL: await postgresSchema(t), WORKERS: '2', LOG_LEVEL: 'info' };
    const server = await startProcess(t, settings);
    await server.wrote(isListening(1));
    await eventually(async () => childrenOf(server.pid).length === 2);
    for (const pid of [server.pid, ...childrenOf(server.pid)]) process.kill(pid, 'SIGINT');
    assert.equal(await server.exited, 0);
  });

  test('stops without a worker that hangs, and says so with its exit code', async (t) => {
    const node = await startWorkers(t, await postgresSchema(t), { DRAIN_SECONDS: '0', SHUTDOWN_SECONDS: '1' });
    const [, hanging = 0] = workersOf(node);
    process.kill(hanging, 'SIGSTOP');
    node.process.kill('SIGTERM');
    assert.equal(await node.process.exited, 1);
    assert.throws(() => process.kill(hanging, 0), { code: 'ESRCH' });
  });

  test('sends changes of each worker to the streams of both, and loses only its own when one is killed', async (t) => {
    const node = await startWorkers(t, await postgresSchema(t), { LIVE_STREAMS_PER_MEMBER: '64' });
    const { project } = await aPlayer(node);
    // The system spreads their connections over the workers.
    const streams = await Promise.all(times(24, () => openStream(t, node)));
    const changed = async () => {
      const ticketId = await aTicket(node, await aPlayer(node, project));
      await Promise.all(streams.map((stream) => stream.received(isTicket(ticketId))));
    };
    for (let round = 0; round < 10; round++) await changed();
    let ended = 0;
    for (const stream of streams) void stream.ended.then(() => ended++);
    process.kill(workersOf(node)[0] ?? 0, 'SIGKILL');
    await node.process.wrote(/a worker has ended/);
    await eventually(async () => ended > 0);
    assert.ok(ended < streams.length, 'all streams were on one worker');
  });

  test('runs the jobs on the first worker only', async (t) => {
    const databaseUrl = await postgresSchema(t);
    const node = await startWorkers(t, databaseUrl, { JOB_INTERVAL_SECONDS: '1' });
    const [here, there] = [await clientOf(t, node, 1), await clientOf(t, node, 2)];
    const player = await aPlayer(here);
    await setStatus(here, await aTicket(here, player), 'resolved');
    const openTickets = async () => (await seenPlayer(there, player.id)).openTickets;
    const [first = 0] = workersOf(node);
    process.kill(first, 'SIGSTOP');
    try {
      await executeSql(databaseUrl, 'UPDATE ticket SET resolved_at = 1');
      await executeSql(databaseUrl, 'UPDATE api_key SET last_used_at = NULL');
      assert.equal(await openTickets(), 1);
      // Each worker stores which API keys it saw. The other jobs would follow in the same round.
      const used = 'SELECT 1 FROM api_key WHERE last_used_at IS NOT NULL';
      await eventually(async () => (await queryPostgres(databaseUrl, used)).length > 0);
      for (let count = 0; count < 20; count++) assert.equal(await openTickets(), 1);
    } finally {
      process.kill(first, 'SIGCONT');
    }
    await eventually(async () => (await openTickets()) === 0);
  });

  test('has metrics while a worker starts', async (t) => {
    const METRICS_PORT = await freePort();
    const databaseUrl = await postgresSchema(t);
    const node = await startWorkers(t, databaseUrl, { METRICS_PORT, DATABASE_STATEMENT_SECONDS: '60' });
    const lock = await connect(t, databaseUrl);
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE migration IN ACCESS EXCLUSIVE MODE');
    process.kill(workersOf(node)[1] ?? 0, 'SIGKILL');
    const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'migration'::regclass";
    await eventually(async () => (await lock.query(waiting)).rows.length > 0);
    const metrics = await call(`http://127.0.0.1:${METRICS_PORT}`, 'GET', '/metrics');
    assert.equal(metrics.status, 200);
    assert.match(metrics.text, /^player_support_poll_stretch 1$/m);
    await lock.query('ROLLBACK');
    await wroteTimes(node, isListening(2), 2);
  });

  test('ends when its primary is killed', async (t) => {
    const node = await startWorkers(t, await postgresSchema(t));
    node.process.kill('SIGKILL');
    // Its output ends when the last process has ended.
    assert.equal(await node.process.exited, null);
  });
});

suite('a node with two workers and limits', () => {
  const [here, there] = limited;

  test('counts a player who alternates between them against one limit', async () => {
    const player = await aPlayer(here);
    for (let count = 0; count < 100; count++) assert.equal((await poll(here, player)).status, 200);
    assertProblem(await poll(here, player), 429, 'rate-limited', '/api/v1/player/inbox');
    const allowed = await allowedUntilRefused(() => poll(there, player));
    assert.ok(allowed < 50, `${allowed} more polls were allowed`);
  });

  test('counts guesses of a password against one limit', async () => {
    const guess = (client: Api) =>
      client.call('POST', SESSION, { body: { email: 'nobody@studio.example', password: 'not the password' } });
    for (let count = 0; count < 20; count++) assert.equal((await guess(here)).status, 401);
    assert.equal((await guess(here)).status, 429);
    const allowed = await allowedUntilRefused(() => guess(there), 401);
    assert.ok(allowed < 10, `${allowed} more guesses were allowed`);
  });
});

suite('a node with two workers and no limits', () => {
  const [here, there] = unlimited;

  test('refuses a token on all of them as soon as one has replaced it', async () => {
    let player = await aPlayer(here);
    const { publicKey: projectPublicKey } = player.project;
    for (let round = 0; round < rounds(20); round++) {
      const [rotating, other] = round % 2 === 0 ? [here, there] : [there, here];
      assert.equal((await poll(other, player)).status, 200);
      const body = { projectPublicKey, installationId: player.installationId };
      const identified = await rotating.call('POST', '/api/v1/player/identify', { body });
      assert.equal((await poll(other, player)).status, 401);
      player = { ...player, token: identified.body.playerAccessToken };
    }
  });

  test('shows on one what was changed on the other', async () => {
    const player = await aPlayer(here);
    assert.equal((await poll(there, player)).status, 200);
    await updateProject(here, player.project, { status: 'disabled' });
    await eventually(async () => (await poll(there, player)).status === 401);
    await updateProject(here, player.project, { status: 'active' });
    await eventually(async () => (await poll(there, player)).status === 200);
  });
});

/** Sends requests with pauses until one gets a 429. Returns how many did not. */
async function allowedUntilRefused(send: () => Promise<Reply>, status = 200): Promise<number> {
  for (let allowed = 0; ; allowed++) {
    const reply = await send();
    if (reply.status === 429) return allowed;
    assert.equal(reply.status, status);
    // The workers tell each other ten times per second.
    await sleep(50);
  }
}

test('a worker is killed under load again and again: the others go on, and nothing is lost or duplicated', async (t) => {
  const databaseUrl = await postgresSchema(t);
  const node = await startWorkers(t, databaseUrl, UNLIMITED);
  const load = startLoad(() => [node], (await aPlayer(node)).project, 8);
  for (let round = 0; round < rounds(2); round++) {
    await sleep(randomInt(200, 700));
    const workers = workersOf(node);
    process.kill(workers[round % 2] ?? 0, 'SIGKILL');
    await load.recovery();
    await wroteTimes(node, /"msg":"listening"/, 3 + round);
    assert.equal(workersOf(node).length, 2);
  }
  await load.stop();
  await load.verify(node);
  assertRefused(load.failures, [node]);
  t.diagnostic(`${load.failures.length} requests failed, longest ${load.longest()} s`);
  assert.equal(
    countOf(node.process.stdout(), /"level":50,.*"signal":"SIGKILL","msg":"a worker has ended, and is replaced"/),
    rounds(2),
  );
  // The jobs run on the first worker, which was replaced.
  const player = await aPlayer(node);
  const ticketId = await aTicket(node, player);
  await setStatus(node, ticketId, 'resolved');
  await executeSql(databaseUrl, 'UPDATE ticket SET resolved_at = 1');
  await eventually(async () => (await seenPlayer(node, player.id)).openTickets === 0);
  assert.equal(countOf(node.process.stdout(), /API docs: /), 1);
  node.process.kill('SIGTERM');
  assert.equal(await node.process.exited, 0);
});

/** When a process started, in milliseconds since 1970. */
function startedAt(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
  const sinceBoot = Number(after.split(' ')[19]) * 10;
  const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000;
  return Date.now() - uptime + sinceBoot;
}

test('a worker that cannot start is tried again until it can, with a pause of a second', async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.remove());
  const node = await startWorkers(t, postgres.url, { ...UNLIMITED, DATABASE_CONNECT_SECONDS: '1' });
  await postgres.stop();
  process.kill(workersOf(node)[1] ?? 0, 'SIGKILL');
  await wroteTimes(node, /a worker has ended/, 3);
  assert.equal((await node.call('GET', '/healthz')).status, 200, 'the other worker serves');
  assert.match(node.process.stderr(), /^(?:player-support: the PostgreSQL database cannot be used: [^\n]+\n)+$/);
  await postgres.start();
  await wroteTimes(node, isListening(2), 2);
  const ends = [...node.process.stdout().matchAll(/"time":(\d+),"worker":2,.*a worker has ended/g)];
  const pause = Math.max(...workersOf(node).map(startedAt)) - Number(ends.at(-1)?.[1]);
  assert.ok(pause > 950, `it started ${pause} ms after the last one had ended`);
});

suite('a failed start with WORKERS prints one line and exits with 1', () => {
  test('on SQLite', async (t) => {
    const { code, stdout, stderr } = await serverThatStops(t, {
      DATABASE_URL: `sqlite:${sqliteFile(t)}`,
      WORKERS: '2',
    });
    assert.match(stderr, /^player-support: WORKERS must be 1 with SQLite, [^\n]+\n$/);
    assert.deepEqual([code, stdout], [1, '']);
  });

  test('if the first worker cannot start', async (t) => {
    const DATABASE_URL = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`;
    const { code, stderr } = await serverThatStops(t, { DATABASE_URL, WORKERS: '2', LOG_LEVEL: 'silent' });
    assert.match(stderr, /^player-support: the PostgreSQL database cannot be used: [^\n]+\n$/);
    assert.equal(code, 1);
  });
});
