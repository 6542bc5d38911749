import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { run } from '../../../src/store/migrate.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { sql, statement } from '../../../src/store/statement.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

const count = statement<Record<never, never>>()((db) =>
  db.selectFrom('service_secret').select((secrets) => secrets.fn.countAll<number>().as('count')),
);
const failing = statement<Record<never, never>>()((db) =>
  db.selectFrom('service_secret').select(sql`json('no JSON')`.as('value')),
);

test('a read leaves no transaction open, and sees what was committed before it', async (t) => {
  const file = path.join(temporaryDirectory(t), 'test.db');
  const db = await openSqlite(file, { mode: 'serve' });
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  other.exec('CREATE TABLE service_secret (name text, value text)');
  const write = () => db.transaction((tx) => run(tx, sql`INSERT INTO service_secret VALUES ('our own', '')`));
  const stored = async () => (await db.one(count, {}))?.count;
  const isBusy = () => other.prepare('PRAGMA wal_checkpoint(RESTART)').get()?.busy;

  // In one iteration of the event loop, as nothing waits.
  const first = stored();
  assert.equal(isBusy(), 0);
  other.exec("INSERT INTO service_secret VALUES ('of another process', '')");
  const second = stored();
  assert.deepEqual(await Promise.all([first, second]), [0, 1]);

  const written = write();
  await stored();
  await written;
  assert.equal(await stored(), 2);
  await db.backup(`${file}.copy`);
  await assert.rejects(db.all(failing, {}));
  assert.equal(isBusy(), 0);
  assert.equal(await stored(), 2);
  await db.close();
});
