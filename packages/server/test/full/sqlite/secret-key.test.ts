import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { openStore } from '../../../src/store/store.ts';
import { eventually } from '../../helpers/builders.ts';
import { call } from '../../helpers/call.ts';
import {
  assertRefused,
  cli,
  printed,
  type ServerProcess,
  serverThatStops,
  startProcess,
} from '../../helpers/programs.ts';
import { aProjectRow } from '../../helpers/store-rows.ts';
import { queryRows } from '../../helpers/stored-rows.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

/** Names a key file beside a SQLite database. */

function paths(t: TestContext) {
  const database = path.join(temporaryDirectory(t), 'test.db');
  const settings = { DATABASE_URL: `sqlite:${database}`, SECRET_KEY: '', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' };
  return { database, key: `${database}.key`, settings };
}

const salts = (url: string) => queryRows(url, 'SELECT project_id, identity_salt FROM project ORDER BY project_id');

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM');
  assert.equal(await server.exited, 0);
}

/** Identifies one installation in the demo project. Returns the player's id. */
async function playerOf(server: Pick<ServerProcess, 'url'>, projectPublicKey: string): Promise<string> {
  const body = { projectPublicKey, installationId: 'one-installation' };
  const { status, body: player, text } = await call(server.url, 'POST', '/api/v1/player/identify', { body });
  assert.equal(status, 200, text);
  return player.playerId;
}

function publicKeyOf(server: ServerProcess): string {
  return /^Demo project, public key: (\S+)$/m.exec(server.stdout())?.[1] ?? assert.fail(server.stdout());
}

suite('the key file of SQLite', () => {
  test('the first start creates it with mode 0600, and later starts and commands keep it', async (t) => {
    const { database, key, settings } = paths(t);
    const first = await startProcess(t, settings);
    const [publicKey, content] = [publicKeyOf(first), readFileSync(key, 'utf8')];
    assert.match(content, /^[A-Za-z0-9+/]{43}=\n$/);
    assert.equal(statSync(key).mode & 0o777, 0o600);
    const player = await playerOf(first, publicKey);
    assert.ok(!first.stdout().includes(content.trim()));
    assert.ok(first.stdout().includes(`\nThe secret key is in ${key}. Copy it to another place`), first.stdout());
    printed(await cli(['project', 'create', 'Beside a server'], settings));
    await stop(first);
    for (const { identity_salt: salt } of await salts(settings.DATABASE_URL)) assert.match(String(salt), /^enc1:/);
    assert.equal(await playerOf(await startProcess(t, settings), publicKey), player);
    assert.equal(readFileSync(key, 'utf8'), content);
    assert.ok(!readFileSync(database).includes(content.trim()));
  });

  test('doctor and the next start notice another mode', async (t) => {
    const { key, settings } = paths(t);
    printed(await cli(['migrate'], settings));
    printed(await cli(['project', 'create', 'Game'], settings));
    chmodSync(key, 0o644);
    const { stdout } = await cli(['doctor'], settings);
    assert.match(stdout, /^warning +other users can access \S+test\.db\.key \(mode 0644\)\. Run: chmod 600/m);
    const server = await startProcess(t, settings);
    assert.match(server.stdout(), /other users can access [^ ]+test\.db\.key \(mode 0644\)\. Run: chmod 600/);
  });

  test('the first start on a database of an earlier release encrypts what is in plain text', async (t) => {
    const { settings } = paths(t);
    const store = await openStore(settings.DATABASE_URL, { mode: 'tool' });
    await store.migrate();
    const project = aProjectRow();
    await store.projects.insert(project);
    await store.close();
    assert.equal((await salts(settings.DATABASE_URL))[0]?.identity_salt, project.identity_salt);
    const { stdout } = await cli(['doctor'], settings);
    assert.match(stdout, /^warning +1 secrets are in the database in plain text\. .*secret-key rotate$/m);
    // Only the server does this: another program may use the database.
    printed(await cli(['project', 'list'], settings));
    assert.equal((await salts(settings.DATABASE_URL))[0]?.identity_salt, project.identity_salt);

    await stop(await startProcess(t, settings));
    assert.match(String((await salts(settings.DATABASE_URL))[0]?.identity_salt), /^enc1:/);
    const after = await openStore(settings.DATABASE_URL, { mode: 'tool' });
    assert.deepEqual(await after.projects.byId(project.project_id), project);
    await after.close();
  });

  test('a backup does not have the key, says so, and works with it only', async (t) => {
    const { key, settings } = paths(t);
    const first = await startProcess(t, settings);
    const publicKey = publicKeyOf(first);
    const player = await playerOf(first, publicKey);
    const restored = paths(t);
    const said = printed(await cli(['backup', restored.database], settings));
    assert.match(
      said,
      /^The secret key is not in it, and a restore needs it: keep a copy of \S+test\.db\.key elsewhere\.$/m,
    );
    assert.ok(!existsSync(restored.key));
    assertRefused(await serverThatStops(t, restored.settings), /is missing: put it back into \S+test\.db\.key\. /);
    assert.ok(!existsSync(restored.key), 'no new key takes the place of the missing one');
    assertRefused(await cli(['project', 'create', 'New'], restored.settings), /is missing/);
    copyFileSync(key, restored.key);
    assert.equal(await playerOf(await startProcess(t, restored.settings), publicKey), player);
  });

  test('a rotation while the server runs loses nothing, and keeps the key for older backups', async (t) => {
    const { key, settings } = paths(t);
    const server = await startProcess(t, settings);
    const publicKey = publicKeyOf(server);
    const player = await playerOf(server, publicKey);
    const [, teamKey = ''] = await server.wrote(/shown only this once: (\S+)/);
    const before = await salts(settings.DATABASE_URL);
    const old = readFileSync(key, 'utf8');
    const create = (name: string) =>
      call(server.url, 'POST', '/api/v1/team/projects', { token: teamKey, body: { name } });

    let isRunning = true;
    let created = 0;
    let rounds = 0;
    const rotations = (async () => {
      // Until projects were created meanwhile, however slow the machine is.
      for (; rounds < 2 || created < 3; rounds++) {
        const said = printed(await cli(['secret-key', 'rotate'], settings));
        assert.match(said, /^\d+ secrets were encrypted; \d+ have the new key, 0 an older one, 0 none\n/);
      }
      isRunning = false;
    })();
    while (isRunning) {
      assert.equal((await create(`Game ${created++}`)).status, 201);
      assert.equal(await playerOf(server, publicKey), player);
    }
    await rotations;
    assert.equal(readFileSync(key, 'utf8').endsWith(old), true);
    assert.equal(readFileSync(key, 'utf8').trim().split('\n').length, rounds + 1);
    assert.equal(statSync(key).mode & 0o777, 0o600);
    assert.notDeepEqual(await salts(settings.DATABASE_URL), before);

    assert.equal((await create('After')).status, 201);
    const rows = await salts(settings.DATABASE_URL);
    assert.equal(new Set(rows.map(({ identity_salt: salt }) => String(salt).split(':')[1])).size, 1);
    await eventually(async () => (await playerOf(server, publicKey)) === player);
    assert.doesNotMatch(server.stdout(), /"level":50/);
  });

  test('a server that runs keeps its key if the file disappears', async (t) => {
    const { key, settings } = paths(t);
    const server = await startProcess(t, settings);
    const publicKey = publicKeyOf(server);
    const player = await playerOf(server, publicKey);
    renameSync(key, `${key}.away`);
    assert.equal(await playerOf(server, publicKey), player);
    assert.match((await cli(['doctor'], settings)).stdout, /^problem +the secret key of this database .* is missing/m);
    assert.ok(!existsSync(key));
  });
});
