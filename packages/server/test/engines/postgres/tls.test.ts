import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chownSync, copyFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { OperatorError } from '../../../src/operator-error.ts';
import { openStore } from '../../../src/store/store.ts';
import { executeSql } from '../../helpers/databases.ts';
import { withParameters } from '../../helpers/postgres-nodes.ts';
import { startPostgres } from '../../helpers/postgres-server.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

/** Makes one that is self-signed for 127.0.0.1, with its key. */
function certificate(directory: string): { cert: string; key: string } {
  const [cert, key] = [path.join(directory, 'server.crt'), path.join(directory, 'server.key')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key };
}

test('TLS to PostgreSQL: a valid certificate, an invalid one, and a server without TLS', async (t) => {
  const server = await startPostgres();
  t.after(() => server.remove());
  const { cert, key } = certificate(temporaryDirectory(t));
  const verified = withParameters(server.url, { sslmode: 'verify-full', sslrootcert: cert });
  const refused = (url: string) =>
    assert.rejects(openStore(url, { mode: 'serve' }), (error) => {
      assert.ok(error instanceof OperatorError);
      assert.doesNotMatch(error.message, /postgres:postgres/);
      return true;
    });
  await refused(verified);

  const client = new pg.Client(server.url);
  await client.connect();
  const { rows } = await client.query('SHOW data_directory');
  const directory: string = rows[0].data_directory;
  for (const file of [cert, key]) {
    const place = path.join(directory, path.basename(file));
    copyFileSync(file, place);
    const { uid, gid } = statSync(directory);
    chownSync(place, uid, gid);
  }
  await executeSql(server.url, 'ALTER SYSTEM SET ssl = on');
  await executeSql(server.url, 'SELECT pg_reload_conf()');

  const store = await openStore(verified, { mode: 'serve' });
  t.after(() => store.close());
  await store.migrate();
  const encrypted = await client.query(
    "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'player-support'",
  );
  assert.ok(encrypted.rows.length > 0);
  assert.ok(encrypted.rows.every(({ ssl }) => ssl === true));
  await client.end();

  await refused(withParameters(server.url, { sslmode: 'verify-full' }));
  const other = certificate(temporaryDirectory(t));
  await refused(withParameters(server.url, { sslmode: 'verify-full', sslrootcert: other.cert }));
});
