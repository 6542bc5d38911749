import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import type { Database } from '../../../src/store/database.ts';
import { StoreUnavailableError } from '../../../src/store/errors.ts';
import { run } from '../../../src/store/migrate.ts';
import { createCheckpointer } from '../../../src/store/sqlite/checkpoint.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { sql } from '../../../src/store/statement.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  createTicket,
  eventually,
  type Player,
  poll,
  seenPlayer,
} from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

const MEGABYTE = 1024 * 1024;
/** Where a checkpoint starts. */
const CHECKPOINT_SIZE = 128 * MEGABYTE;
/** What one write adds to the WAL. */
const FILLER = MEGABYTE / 8;

/** Returned after it has printed something. */
async function otherProcess(t: TestContext, file: string, program: string) {
  const args = ['--input-type=module', '--eval', `import { DatabaseSync } from 'node:sqlite'; ${program}`, file];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  await Promise.race([once(child.stdout, 'data'), exited]);
  return { child, exited };
}

function takeWriteLock(file: string): DatabaseSync {
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  return other;
}

interface Filled {
  readonly db: Database;
  readonly file: string;
  /** The same bytes again, in a transaction. */
  write(): Promise<unknown>;
}

/** Writes make its WAL long. */
async function fillable(t: TestContext): Promise<Filled> {
  const file = path.join(temporaryDirectory(t), 'test.db');
  const db = await openSqlite(file, { mode: 'serve' });
  await db.transaction(async (tx) => {
    await run(tx, sql`CREATE TABLE filler (data blob)`);
    await run(tx, sql`INSERT INTO filler VALUES (zeroblob(${sql.lit(FILLER)}))`);
  });
  const update = sql`UPDATE filler SET data = randomblob(${sql.lit(FILLER)})`;
  const write = () => db.transaction((tx) => run(tx, update));
  return { db, file, write };
}

/** Reads the WAL's restart count from its header. */
function walRestarts(file: string): number {
  const header = Buffer.alloc(32);
  const fd = fs.openSync(`${file}-wal`, 'r');
  fs.readSync(fd, header, 0, 32, 0);
  fs.closeSync(fd);
  return header.readUInt32BE(12);
}

const walSize = (file: string): number => fs.statSync(`${file}-wal`).size;

test('a write of another process delays only writes', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const { child, exited } = await otherProcess(
    t,
    server.databaseFile,
    `const db = new DatabaseSync(process.argv[1]);
     db.exec('BEGIN IMMEDIATE; UPDATE project SET name = name');
     console.log('locked');
     process.stdin.on('data', () => { db.exec('COMMIT'); process.exit(); });`,
  );
  let answered = false;
  const create = createTicket(server, player).finally(() => {
    answered = true;
  });
  for (let turn = 0; turn < 20; turn++) {
    assert.equal((await server.call('GET', '/healthz')).status, 200);
    assert.equal((await poll(server, player)).status, 200);
  }
  assert.equal(answered, false);
  child.stdin.write('enough');
  await exited;
  assert.equal((await create).status, 201);
});

test('with a long write of another process, all waiting writes get 503', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const lock = takeWriteLock(server.databaseFile);
  // More than one commit takes.
  const waiting = Array.from({ length: 200 }, () => server.store.transaction(async () => 'done'));
  const refused = Promise.allSettled(waiting);
  const create = createTicket(server, player);
  await poll(server, player);

  const now = performance.now.bind(performance);
  const late = t.mock.method(performance, 'now', () => now() + 5001);
  for (const result of await refused) {
    assert.ok(result.status === 'rejected' && result.reason instanceof StoreUnavailableError);
  }
  const { status, headers } = await create;
  assert.equal(status, 503);
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  late.mock.restore();
  lock.close();
  assert.equal((await createTicket(server, player)).status, 201);
});

test('of writes in one commit, a failed one is rolled back alone', async (t) => {
  const server = await startServer(t);
  const project = await aProject(server);
  const full = await aPlayer(server, project, { context: { locale: 'de' } });
  for (let count = 0; count < 10; count++) await aTicket(server, full);
  const others = await Promise.all(Array.from({ length: 10 }, () => aPlayer(server, project)));

  // All wait for this lock, so they share a commit.
  const lock = takeWriteLock(server.databaseFile);
  const create = (player: Player) => createTicket(server, player, { context: { locale: 'fr' } });
  const creates = [...others.slice(0, 5), full, ...others.slice(5), full].map(create);
  for (let turn = 0; turn < 20; turn++) await server.call('GET', '/healthz');
  lock.close();
  const statuses = (await Promise.all(creates)).map(({ status }) => status);
  assert.deepEqual(statuses, [...Array(5).fill(201), 409, ...Array(5).fill(201), 409]);
  const { openTickets, context } = await seenPlayer(server, full.id);
  assert.deepEqual([openTickets, context.locale], [10, 'de']);
  for (const other of others) assert.equal((await seenPlayer(server, other.id)).openTickets, 1);
});

test('writes beyond the queue limit are refused with 503', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const lock = takeWriteLock(server.databaseFile);
  let done = 0;
  const job = () => server.store.transaction(async () => ++done);
  const first = job();
  await poll(server, player);
  // The first left the queue and waits for the lock.
  const queued = Array.from({ length: 10_000 }, job);
  const refused = await createTicket(server, player);
  assert.equal(refused.status, 503);
  assert.equal(refused.body.type, '/problems/unavailable');
  assert.equal(refused.headers.get('retry-after'), '5');
  assert.equal((await poll(server, player)).status, 200);
  lock.close();
  await Promise.all([first, ...queued]);
  assert.equal(done, 10_001);
  assert.equal((await createTicket(server, player)).status, 201);
});

test('the WAL starts again often during writes, and stays short', async (t) => {
  const { db, file, write } = await fillable(t);
  let longest = 0;
  const before = walRestarts(file);
  for (let written = 0; written < 3 * CHECKPOINT_SIZE; written += FILLER) {
    await write();
    longest = Math.max(longest, walSize(file));
  }
  assert.ok(longest > CHECKPOINT_SIZE, `${longest}`);
  assert.ok(longest < 4 * CHECKPOINT_SIZE, `${longest}`);
  assert.ok(walRestarts(file) > before);
  await db.close();
});

test('after a long read the WAL starts again', async (t) => {
  const { db, file, write } = await fillable(t);
  const reader = new DatabaseSync(file);
  reader.exec('BEGIN; SELECT count(*) FROM filler');
  while (walSize(file) < 1.2 * CHECKPOINT_SIZE) await write();
  const before = walRestarts(file);
  reader.close();
  await eventually(async () => {
    await write();
    return walRestarts(file) > before;
  });
  await db.close();
});

test('a checkpoint thread that ended is started again, also if it ended during a checkpoint', async (t) => {
  const { db, file } = await fillable(t);
  const threads: Worker[] = [];
  const noted = (worker: Worker) => threads.push(worker);
  process.on('worker', noted);
  t.after(() => process.off('worker', noted));
  const checkpointer = createCheckpointer(file);
  assert.equal(await checkpointer.run('PASSIVE'), true);

  await threads[0]?.terminate();
  assert.equal(await checkpointer.run('PASSIVE'), true);

  // A checkpoint can finish before its thread is ended. Then the next one is ended.
  let ended = 0;
  for (let isCutOff = false; !isCutOff; ended++) {
    assert.ok(ended < 100, 'no checkpoint was cut off');
    const done = checkpointer.run('PASSIVE');
    // Only one tick after the start `threads` has the new thread.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const end = threads.at(-1)?.terminate();
    isCutOff = !(await done);
    // A finished checkpoint lets the process end. Nothing would wait for its thread.
    threads.at(-1)?.ref();
    await end;
  }
  assert.equal(await checkpointer.run('PASSIVE'), true);
  assert.equal(threads.length, ended + 2);
  await checkpointer.close();
  await db.close();
});

test('`close` waits for a running checkpoint, and leaves no WAL', async (t) => {
  const file = path.join(temporaryDirectory(t), 'test.db');
  const module = (name: string) => JSON.stringify(new URL(`../../../src/store/${name}.ts`, import.meta.url).href);
  // Only the checkpoint keeps this process alive.
  const { child, exited } = await otherProcess(
    t,
    file,
    `import { openSqlite } from ${module('sqlite/open')};
     import { run } from ${module('migrate')};
     import { sql } from ${module('statement')};
     import { createCheckpointer } from ${module('sqlite/checkpoint')};
     const db = await openSqlite(process.argv[1], { mode: 'serve' });
     await db.transaction(async (tx) => {
       await run(tx, sql\`CREATE TABLE filler (data blob)\`);
       await run(tx, sql\`INSERT INTO filler VALUES (zeroblob(20000000))\`);
     });
     const checkpointer = createCheckpointer(process.argv[1]);
     const done = await checkpointer.run('PASSIVE');
     await checkpointer.close();
     await db.close();
     console.log(done);`,
  );
  await exited;
  assert.equal(child.exitCode, 0);
  assert.equal(fs.existsSync(`${file}-wal`), false);
  assert.ok(fs.statSync(file).size > 20_000_000);
});

test('/readyz is 503 while the store accepts no writes, and 200 after that; /healthz stays 200', async (t) => {
  const server = await startServer(t);
  const other = new DatabaseSync(server.databaseFile);
  t.after(() => other.close());
  // It keeps the lock longer than any write waits.
  other.exec('BEGIN IMMEDIATE');
  const waiting = server.call('GET', '/readyz');
  assert.equal((await server.call('GET', '/healthz')).status, 200);
  const { status, body } = await waiting;
  assert.deepEqual([status, body], [503, { status: 'unavailable' }]);
  other.exec('ROLLBACK');
  assert.equal((await server.call('GET', '/readyz')).status, 200);
});
