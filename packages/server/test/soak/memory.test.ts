import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/store/database.ts';
import { run } from '../../src/store/migrate.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { ReadAhead } from '../../src/store/sqlite/read-ahead.ts';
import { sql, statement } from '../../src/store/statement.ts';
import { openDatabase } from '../../src/store/store.ts';
import { eventually } from '../helpers/builders.ts';
import { cliProcess, startProcess } from '../helpers/programs.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const MEGABYTE = 2 ** 20;
const count = statement<Record<never, never>>()((db) =>
  db.selectFrom('service_secret').select((secrets) => secrets.fn.count<number>('value').as('count')),
);
const databaseIn = (t: TestContext) => path.join(temporaryDirectory(t), 'test.db');

/** Zeros take no space on disk. */
function fileOf(t: TestContext, megabytes: number): string {
  const file = databaseIn(t);
  fs.writeFileSync(file, '');
  fs.truncateSync(file, megabytes * MEGABYTE);
  return file;
}

const mapped = async (db: Database) => {
  const [row] = await db.transaction((tx) => run<{ mmap_size: number }>(tx, sql`PRAGMA mmap_size`));
  return (row?.mmap_size ?? Number.NaN) / MEGABYTE;
};

test('a server maps as much of its file as its setting allows, a tool nothing', async (t) => {
  for (const [options, expected] of [
    [{ mode: 'serve' }, 0],
    [{ mode: 'serve', cacheMegabytes: 2047 }, 2047],
    [{ mode: 'tool', cacheMegabytes: 100 }, 0],
  ] as const) {
    const db = await openDatabase(`sqlite:${databaseIn(t)}`, options);
    assert.equal(await mapped(db), expected);
    await db.close();
  }
});

test('a file that grows beyond what is mapped, and shrinks again, is read correctly', async (t) => {
  const file = databaseIn(t);
  const db = await openSqlite(file, { mode: 'serve', cacheMegabytes: 1 });
  t.after(() => db.close());
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  other.exec('CREATE TABLE service_secret (name text, value blob)');
  const rows = async () => (await db.one(count, {}))?.count;
  for (const expected of [3000, 10, 3000, 0]) {
    other.exec('DELETE FROM service_secret');
    const insert = other.prepare('INSERT INTO service_secret VALUES (?, randomblob(1000))');
    for (let row = 0; row < expected; row++) insert.run(String(row));
    other.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    assert.equal(await rows(), expected);
  }
});

test('the program gives DATABASE_CACHE_MB to SQLite', async (t) => {
  // Prints what the program sets.
  const spy = `import { DatabaseSync } from 'node:sqlite';
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (text) { process.stdout.write(text + '\\n'); return exec.call(this, text); };`;
  const server = await startProcess(t, {
    DATABASE_URL: `sqlite:${databaseIn(t)}`,
    DATABASE_CACHE_MB: '123',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(spy)}`,
  });
  assert.match(server.stdout(), /PRAGMA mmap_size = 128974848;/);
});

test('a file is read to its end, or to the limit', async (t) => {
  const file = fileOf(t, 3);
  fs.appendFileSync(file, 'the end');
  for (const [maxBytes, expected] of [
    [undefined, 3 * MEGABYTE + 7],
    [1.5 * MEGABYTE, 1.5 * MEGABYTE],
    [0, 0],
  ]) {
    const reading = new ReadAhead(file, maxBytes);
    assert.equal(await reading.bytes, expected);
    await reading.close();
  }
});

test('reading ahead ends when it is closed', async (t) => {
  const reading = new ReadAhead(fileOf(t, 10_000));
  await reading.close();
  assert.ok((await reading.bytes) <= MEGABYTE);
});

test('reading ahead ignores a file that cannot be read', async (t) => {
  const directory = temporaryDirectory(t);
  for (const file of [directory, path.join(directory, 'missing')]) {
    const reading = new ReadAhead(file);
    assert.equal(await reading.bytes, 0);
    await reading.close();
  }
});

/** Counts the bytes that this process has read so far, also from memory. */
const bytesRead = () => Number(/^rchar: (\d+)/m.exec(fs.readFileSync('/proc/self/io', 'utf8'))?.[1]);

const isOpen = (file: string) =>
  fs.readdirSync('/proc/self/fd').some((fd) => {
    const link = `/proc/self/fd/${fd}`;
    return fs.existsSync(link) && fs.readlinkSync(link) === file;
  });

test('a server reads its file ahead until it closes', async (t) => {
  const file = databaseIn(t);
  await (await openSqlite(file, { mode: 'serve' })).close();
  // SQLite ignores what is behind its pages.
  fs.truncateSync(file, 10_000 * MEGABYTE);
  const before = bytesRead();
  const db = await openSqlite(file, { mode: 'serve' });
  await eventually(async () => {
    // Reading the counter counts too, and must stay below the server's reads.
    await sleep(10);
    return bytesRead() - before > 50 * MEGABYTE;
  });
  await db.close();
  assert.equal(isOpen(file), false);
});

test('a server still has its locks on the file after it has read ahead', async (t) => {
  const file = databaseIn(t);
  const server = await startProcess(t, { DATABASE_URL: `sqlite:${file}` });
  // The small new file is read when two more processes have started and ended.
  for (const command of ['migrate', 'doctor']) await cliProcess([command], { DATABASE_URL: `sqlite:${file}` });
  const { ino } = fs.statSync(file);
  const locks = fs.readFileSync('/proc/locks', 'utf8').split('\n');
  assert.ok(locks.some((lock) => lock.includes(` ${server.pid} `) && lock.includes(`:${ino} `)));
});
