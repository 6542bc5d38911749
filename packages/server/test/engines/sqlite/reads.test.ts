import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { run } from '../../../src/store/migrate.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { sql } from '../../../src/store/statement.ts';
import { temporaryDirectory } from '../../helpers/harness.ts';

test('a read leaves no transaction open, and sees what was committed before it', async (t) => {
  const file = path.join(temporaryDirectory(t), 'test.db');
  const db = await openSqlite(file, { mode: 'serve' });
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  other.exec('CREATE TABLE note (text text)');
  const write = () => db.transaction((tx) => run(tx, sql`INSERT INTO note VALUES ('our own')`));
  const count = async () => (await run<{ n: number }>(db, sql`SELECT count(*) AS n FROM note`))[0]?.n;
  const isBusy = () => other.prepare('PRAGMA wal_checkpoint(RESTART)').get()?.busy;

  // All in one iteration of the event loop, because nothing here waits.
  const first = count();
  assert.equal(isBusy(), 0);
  other.exec("INSERT INTO note VALUES ('of another process')");
  const second = count();
  assert.deepEqual(await Promise.all([first, second]), [0, 1]);

  const written = write();
  await count();
  await written;
  assert.equal(await count(), 2);
  await db.backup(`${file}.copy`);
  await assert.rejects(run(db, sql`SELECT json('no JSON')`));
  assert.equal(isBusy(), 0);
  assert.equal(await count(), 2);
  await db.close();
});
