import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { OperatorError } from '../../../src/operator-error.ts';
import { databaseFile } from '../../../src/store/database-url.ts';
import { StoreUnavailableError } from '../../../src/store/errors.ts';
import { openSqlite, type SqliteOptions } from '../../../src/store/sqlite/open.ts';
import { openStore } from '../../../src/store/store.ts';
import { migratedDatabase } from '../../helpers/migrated-database.ts';
import { indexAll } from '../../helpers/search.ts';
import { aProjectRow, same, storedPlayer, storedTicket } from '../../helpers/store-rows.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';
import { closedOnce, storeContract } from '../../store-contract/contract.ts';

for (const mode of ['serve', 'tool'] as const) {
  const openFile = async (t: Pick<TestContext, 'after'>, file = '') => closedOnce(t, await openSqlite(file, { mode }));
  storeContract(
    `sqlite (${mode})`,
    (t) => openFile(t, path.join(temporaryDirectory(t), 'test.db')),
    async (t) => openFile(t, databaseFile((await migratedDatabase(t, 'sqlite')).url)),
  );
}

const open = async (file: string, mode: SqliteOptions['mode'] = 'serve') => openStore(`sqlite:${file}`, { mode });

test('the file of a DATABASE_URL', () => {
  assert.equal(databaseFile('sqlite:./data/support.db'), './data/support.db');
  assert.equal(databaseFile('sqlite:/var/support.db'), '/var/support.db');
  assert.equal(databaseFile('sqlite:///var/support.db'), '/var/support.db');
  assert.equal(databaseFile('postgres://localhost/support'), undefined);
});

test('the file and its directory are created, and keep the data after a close', async (t) => {
  const file = path.join(temporaryDirectory(t), 'deep', 'down', 'test.db');
  const project = aProjectRow();
  const first = await open(file);
  await first.migrate();
  await first.projects.insert(project);
  await first.close();
  const second = await open(file);
  same(await second.migrate(), []);
  same(await second.projects.list(), [project]);
  await second.close();
});

test('one process at a time serves a file, until it closes it', async (t) => {
  const file = path.join(temporaryDirectory(t), 'test.db');
  const first = await open(file);
  await assert.rejects(open(file), (error) => error instanceof OperatorError && error.message.includes(file));
  await first.close();
  await (await open(file)).close();
});

test('a tool reads and writes beside the process that serves', async (t) => {
  const file = path.join(temporaryDirectory(t), 'test.db');
  const server = await open(file);
  await server.migrate();
  const tool = await open(file, 'tool');
  const [one, other] = [aProjectRow(1), aProjectRow(2)];
  await server.projects.insert(one);
  await tool.projects.insert(other);
  same(await tool.projects.list(), [one, other]);
  same(await server.projects.list(), [one, other]);
  await tool.close();
  await server.close();
});

test('a write waits for that of another process; reads do not', async (t) => {
  const file = path.join(temporaryDirectory(t), 'test.db');
  const store = await open(file);
  await store.migrate();
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const project = aProjectRow();
  let done = false;
  const writing = store.projects.insert(project).then(() => {
    done = true;
  });
  same(await store.projects.list(), []);
  assert.equal(done, false);
  other.exec('COMMIT');
  await writing;
  same(await store.projects.list(), [project]);
  other.close();
  await store.close();
});

test('a backup during writes is complete, and never replaces a file', async (t) => {
  const directory = temporaryDirectory(t);
  const store = await open(path.join(directory, 'test.db'));
  await store.migrate();
  const before = aProjectRow(1);
  await store.projects.insert(before);
  const backup = path.join(directory, 'backup.db');
  await Promise.all([store.backup(backup), store.projects.insert(aProjectRow(2))]);
  await assert.rejects(store.backup(backup), { code: 'EEXIST' });
  await store.close();

  const copy = await open(backup);
  same(await copy.migrate(), []);
  same(await copy.check(), []);
  same((await copy.projects.list())[0], before);
  await copy.close();
});

test('a refused backup leaves no file', async (t) => {
  const directory = temporaryDirectory(t);
  const store = await open(path.join(directory, 'test.db'));
  const backup = path.join(directory, 'backup.db');
  await store.backup(backup);
  await assert.rejects(store.backup(backup));
  await store.close();
  assert.equal(existsSync(`${backup}.partial`), false);
});

test('transactions beyond the queue limit are refused, and those in the queue are done', async (t) => {
  const store = await open(path.join(temporaryDirectory(t), 'test.db'));
  await store.migrate();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10_050 }, (_, index) => store.transaction(async () => index)),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  assert.equal(refused.length, 50);
  for (const { reason } of refused) assert.ok(reason instanceof StoreUnavailableError);
  assert.equal(await store.transaction(async () => 'again'), 'again');
  await store.close();
});

test('the index of the search is merged as it is filled, not now and then for long', async (t) => {
  const { url } = await migratedDatabase(t, 'sqlite');
  const store = await openStore(url, { mode: 'serve' });
  t.after(() => store.close());
  const player = await storedPlayer(store);
  for (let count = 0; count < 12; count++) {
    await storedTicket(store, player, { message: `Marten ${count}` });
    await indexAll({ store });
  }
  const db = new DatabaseSync(databaseFile(url) ?? '');
  t.after(() => db.close());
  const one = (query: string) => Object.values(db.prepare(query).get() ?? {})[0];
  assert.equal(one("SELECT v FROM search_text_config WHERE k = 'automerge'"), 0);
  assert.ok(Number(one('SELECT count(DISTINCT segid) FROM search_text_idx')) < 8);
});
