import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { newProject } from '../../src/domain/project.ts';
import { openStore } from '../../src/store/store.ts';
import { TABLES } from '../../src/store/tables.ts';
import { aPlayer, identify } from '../helpers/builders.ts';
import type { Api } from '../helpers/call.ts';
import { type Engine, emptyDatabase, executeSql, postgresSchema, sqliteFile } from '../helpers/databases.ts';
import { assertShown, everythingShown, type Filled, filledServer, sendKeyed } from '../helpers/filled-server.ts';
import { START, startServer } from '../helpers/harness.ts';
import { assertRefused, cli, type Finished, startProcess } from '../helpers/programs.ts';
import { queryRows, storedRows } from '../helpers/stored-rows.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';
import { TEST_SECRET_KEY } from '../helpers/test-secret-key.ts';

const copy = (from: string, to: string) => cli(['copy', '--from', from, '--to', to], {});

async function copied(from: string, to: string): Promise<string> {
  const { code, stdout, stderr } = await copy(from, to);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /\nDone: both databases have the same data\. Start the service with [^\n]+ DATABASE_URL\.\n$/);
  assert.match(stderr, /^(?:(?:copy|verify) [a-z_]+: (?:\d+ %, )?\d+ rows, \d+ rows\/s\n)+$/);
  return stdout;
}

/** Asserts a refusal in one line, without the password. */
function assertCopyRefused(finished: Finished, message: RegExp): void {
  assertRefused(finished, message);
  assert.doesNotMatch(finished.stderr, /postgres:postgres|sesame/);
}

/** Filled, and served by no program. */
async function source(t: TestContext): Promise<{ filled: Filled; url: string }> {
  const filled = await filledServer(t);
  const file = path.join(temporaryDirectory(t), 'source.db');
  await filled.server.store.backup(file);
  return { filled, url: `sqlite:${file}` };
}

const migrations = async (url: string) => (await queryRows(url, 'SELECT id FROM migration')).map(({ id }) => id);

suite('a copy', () => {
  test('has all rows of all tables, between all engines, also after a copy back', async (t) => {
    const { url } = await source(t);
    const original = await storedRows(url);
    assert.deepEqual(Object.keys(original), TABLES.map(({ name }) => name).sort());
    for (const [name, rows] of Object.entries(original)) {
      // A team has one setting so far.
      assert.ok(rows.length >= (name === 'team_setting' ? 1 : 2), `${name} has too few rows`);
    }

    let from = url;
    for (const engine of ['postgres', 'postgres', 'sqlite', 'sqlite'] as const) {
      const to = await emptyDatabase(t, engine);
      const printed = await copied(from, to);
      assert.deepEqual(await storedRows(to), original, `${from} to ${to}`);
      for (const [name, rows] of Object.entries(original)) {
        assert.match(printed, new RegExp(`^${name} +${rows.length} +(\\w{16}) +${rows.length} +\\1 +same$`, 'm'));
      }
      assert.deepEqual(await migrations(to), await migrations(url));
      from = to;
    }
    assert.deepEqual(await storedRows(url), original, 'the source is as it was');
  });

  for (const engine of ['postgres', 'sqlite'] as const) {
    test(`looks the same to all clients: ${engine}`, async (t) => {
      const { filled, url } = await source(t);
      // Twice, because reading a ticket marks it as read.
      const expected = [await everythingShown(filled.server, filled), await everythingShown(filled.server, filled)];
      const to = await emptyDatabase(t, engine);
      await copied(url, to);
      const server = await startServer(t, { env: { DATABASE_URL: to, RATE_LIMITS: 'off' } });
      server.clock.now = filled.server.clock.now;
      // The source's API key.
      const api: Api = { url: server.url, call: server.call, teamKey: filled.server.teamKey };
      assertShown(await everythingShown(api, filled), expected[0] ?? []);
      for (const keyed of filled.keyed) {
        const { status, text } = await sendKeyed(api, keyed);
        assert.deepEqual([status, text], [keyed.status, keyed.answer]);
      }
      assertShown(await everythingShown(api, filled), expected[1] ?? []);
      for (const player of filled.players) {
        const again = await identify(api, player.project, { installationId: player.installationId });
        assert.equal(again.body.playerId, player.id);
      }
      await aPlayer(api);
    });
  }
});

suite('refused, with nothing changed', () => {
  /** Makes an unserved database with one project. */
  async function small(t: TestContext, engine: Engine = 'sqlite', name = 'Game'): Promise<string> {
    const url = await emptyDatabase(t, engine);
    const store = await openStore(url, { mode: 'serve', secretKey: TEST_SECRET_KEY });
    await store.migrate();
    await store.secrets.begin({ serving: true, alone: engine === 'sqlite' });
    await store.transaction((tx) => tx.projects.insert(newProject(name, START)));
    await store.close();
    return url;
  }

  for (const engine of ['postgres', 'sqlite'] as const) {
    test(`a target that is not empty: ${engine}`, async (t) => {
      const [from, to] = [await small(t), await small(t, engine, 'Another')];
      const before = await storedRows(to);
      assertCopyRefused(await copy(from, to), /the target is not empty: it has rows in project/);
      assert.deepEqual(await storedRows(to), before);
      assert.equal((await cli(['project', 'list'], { DATABASE_URL: to })).code, 0, 'it is still good to be used');
    });

    test(`a finished copy: ${engine}`, async (t) => {
      const [from, to] = [await small(t), await emptyDatabase(t, engine)];
      await copied(from, to);
      assertCopyRefused(await copy(from, to), /the target is not empty/);
    });

    test(`an unfinished copy of another database: ${engine}`, async (t) => {
      const [from, to] = [await small(t), await emptyDatabase(t, engine)];
      await copied(from, to);
      await executeSql(to, "INSERT INTO migration (id) VALUES ('unfinished copy of prj_other')");
      const before = await storedRows(to);
      assertCopyRefused(await copy(from, to), /the unfinished copy of prj_other/);
      assert.deepEqual(await storedRows(to), before);
      assertCopyRefused(await copy(to, await emptyDatabase(t)), /the unfinished copy of prj_other/);
    });

    test(`a source or a target of another release: ${engine}`, async (t) => {
      const newer = await small(t, engine);
      await executeSql(newer, "INSERT INTO migration (id) VALUES ('999-next')");
      const older = await small(t, engine);
      await executeSql(older, 'DELETE FROM migration');
      const half = await small(t, engine);
      await executeSql(half, "UPDATE migration SET id = 'unfinished copy of prj_x' WHERE id = '001-initial'");
      const from = await small(t);
      for (const to of [await sqliteTarget(t), await postgresSchema(t)]) {
        assertCopyRefused(await copy(newer, to), /newer than this program \(it has 999-next\)/);
        assertCopyRefused(await copy(older, to), /source is older than this program/);
      }
      assertCopyRefused(await copy(from, newer), /newer than this program/);
      const begun = await emptyDatabase(t, engine);
      await copied(from, begun);
      const [project] = await queryRows(from, 'SELECT project_id AS id FROM project');
      await executeSql(begun, `UPDATE migration SET id = 'unfinished copy of ${project?.id}' WHERE id = '001-initial'`);
      assertCopyRefused(await copy(from, begun), /target is older than this program/);
      assertCopyRefused(await copy(half, await postgresSchema(t)), /unfinished copy of prj_x/);
    });
  }

  async function sqliteTarget(t: TestContext): Promise<string> {
    return `sqlite:${sqliteFile(t)}`;
  }

  test('a source and a target that a program serves', async (t) => {
    const served = `sqlite:${sqliteFile(t)}`;
    await startProcess(t, { DATABASE_URL: served });
    assertCopyRefused(await copy(served, await postgresSchema(t)), /--from: \S+ is being served by another process/);
    assertCopyRefused(await copy(await small(t), served), /--to: \S+ is being served by another process/);
  });

  test('a missing database, an empty one, and a file that is not a database', async (t) => {
    const [from, to] = [await small(t), await postgresSchema(t)];
    const missing = sqliteFile(t);
    assertCopyRefused(await copy(`sqlite:${missing}`, to), /there is no database at /);
    assert.ok(!existsSync(missing));
    assertCopyRefused(await copy(await postgresSchema(t), to), /source is older than this program, or empty/);
    const tables = await emptyDatabase(t);
    await cli(['migrate'], { DATABASE_URL: tables });
    assertCopyRefused(await copy(tables, to), /the source has no project/);
    assertCopyRefused(await copy(from, from), /--from and --to are the same database/);
    assertCopyRefused(
      await copy(from, 'postgres://me:sesame@127.0.0.1:1/none'),
      /--to: the PostgreSQL database cannot be/,
    );
    assertCopyRefused(await copy('mysql://me:sesame@host/db', to), /--from must be sqlite:<path/);
    assertCopyRefused(await copy(from, 'mysql://me:sesame@host/db'), /--to must be sqlite:<path/);
    for (const args of [['copy'], ['copy', '--from', from], ['copy', from, to]])
      assertCopyRefused(await cli(args, {}), /--/);
  });
});
