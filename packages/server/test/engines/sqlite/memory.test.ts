import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../../src/store/migrate.ts';
import { openSqlite, type SqliteOptions } from '../../../src/store/sqlite/open.ts';
import { ReadAhead } from '../../../src/store/sqlite/read-ahead.ts';
import { sql } from '../../../src/store/statement.ts';
import { openDatabase } from '../../../src/store/store.ts';
import { eventually } from '../../helpers/builders.ts';
import { temporaryDirectory } from '../../helpers/harness.ts';
import { cli, startProcess } from '../../helpers/programs.ts';

const MEGABYTE = 2 ** 20;
const databaseIn = (t: TestContext) => path.join(temporaryDirectory(t), 'test.db');

/** A file of zeros, which takes no space on disk. */
function fileOf(t: TestContext, megabytes: number): string {
  const file = databaseIn(t);
  fs.writeFileSync(file, '');
  fs.truncateSync(file, megabytes * MEGABYTE);
  return file;
}

test('a server has the page cache of its setting, a tool that of SQLite', async (t) => {
  const cacheSize = async (options: SqliteOptions) => {
    const db = await openSqlite(databaseIn(t), options);
    const [row] = await db.transaction((tx) => run<{ cache_size: number }>(tx, sql`PRAGMA cache_size`));
    await db.close();
    return row?.cache_size;
  };
  assert.equal(await cacheSize({ mode: 'serve' }), -16 * 1024);
  assert.equal(await cacheSize({ mode: 'serve', cacheMegabytes: 100 }), -100 * 1024);
  assert.equal(await cacheSize({ mode: 'tool', cacheMegabytes: 100 }), -2000);
  const db = await openDatabase(`sqlite:${databaseIn(t)}`, { mode: 'serve', cacheMegabytes: 77 });
  const [row] = await db.transaction((tx) => run<{ cache_size: number }>(tx, sql`PRAGMA cache_size`));
  await db.close();
  assert.equal(row?.cache_size, -77 * 1024);
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
  assert.match(server.stdout(), /PRAGMA cache_size = -125952;/);
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

/** How many bytes this process has read so far, also those that were in memory. */
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
    // Each look at the counter counts too, and must not read as much as the server does.
    await sleep(10);
    return bytesRead() - before > 50 * MEGABYTE;
  });
  await db.close();
  assert.equal(isOpen(file), false);
});

test('a server still has its locks on the file after it has read ahead', async (t) => {
  const file = databaseIn(t);
  const server = await startProcess(t, { DATABASE_URL: `sqlite:${file}` });
  // The new file is small: it is read when two more processes have started and ended.
  for (const command of ['migrate', 'doctor']) await cli([command], { DATABASE_URL: `sqlite:${file}` });
  const { ino } = fs.statSync(file);
  const locks = fs.readFileSync('/proc/locks', 'utf8').split('\n');
  assert.ok(locks.some((lock) => lock.includes(` ${server.pid} `) && lock.includes(`:${ino} `)));
});
