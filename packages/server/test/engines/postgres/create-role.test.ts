import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../../src/store/store.ts';
import { postgresUrl } from '../../helpers/databases.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../../../../deploy/create-role.sh');

test('the role of compose.yaml can migrate and use its database, and is no superuser', async (t) => {
  const name = `role_${process.pid}`;
  const [, sql = ''] = /<<'SQL'\n(.*)\nSQL\n/s.exec(readFileSync(SCRIPT, 'utf8')) ?? [];
  const statements = sql.replaceAll('player_support', name).replace(":'password'", "'secret'").split('\n');
  assert.equal(statements.length, 3, sql);
  const admin = new pg.Client({ connectionString: postgresUrl() });
  await admin.connect();
  t.after(async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query(`DROP ROLE IF EXISTS ${name}`);
    await admin.end();
  });
  for (const statement of statements) await admin.query(statement);
  const url = Object.assign(new URL(postgresUrl()), { username: name, password: 'secret', pathname: `/${name}` });
  const store = await openStore(url.href, { mode: 'tool' });
  await store.migrate();
  assert.equal(await store.isEmpty(), false);
  assert.deepEqual(await store.check(), []);
  await store.close();
  const role = await admin.query('SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = $1', [
    name,
  ]);
  assert.deepEqual(role.rows, [{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
});
