import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { run } from '../../../src/store/migrate.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { sql } from '../../../src/store/statement.ts';
import { temporaryDirectory } from '../../helpers/harness.ts';

test('reads of one turn share a transaction, which ends with the turn, before a write and before a backup', async (t) => {
  const file = path.join(temporaryDirectory(t), 'test.db');
  const db = await openSqlite(file, { mode: 'serve' });
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  other.exec('CREATE TABLE note (text text)');
  const write = () => db.transaction((tx) => run(tx, sql`INSERT INTO note VALUES ('our own')`));
  const count = async () => (await run<{ n: number }>(db, sql`SELECT count(*) AS n FROM note`))[0]?.n;
  const restart = () => other.prepare('PRAGMA wal_checkpoint(RESTART)').get()?.busy;
  const turn = () => new Promise(setImmediate);
  await turn();

  const first = count();
  other.exec("INSERT INTO note VALUES ('of another process')");
  assert.equal(restart(), 1);
  assert.deepEqual(await Promise.all([first, count()]), [0, 0]);
  await turn();
  assert.equal(restart(), 0);
  assert.equal(await count(), 1);

  // The write begins at the end of the turn, before the transaction of a read that came after it would end.
  await turn();
  const written = write();
  await count();
  await written;
  assert.equal(await count(), 2);
  await db.backup(`${file}.copy`);
  await assert.rejects(run(db, sql`SELECT json('no JSON')`));
  assert.equal(await count(), 2);
  await db.close();
});
