import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { exposedFiles, makePrivate } from '../../../src/store/sqlite/file-modes.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { modeOf, modes, newDatabase, SERVED, underUmask } from '../../helpers/file-modes.ts';
import { cli, printed, startProcess } from '../../helpers/programs.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';
import { TEST_SECRET_KEY } from '../../helpers/test-secret-key.ts';

/** A database of an earlier version, which all users may read. */
async function exposed(t: TestContext) {
  const made = newDatabase(t);
  printed(await cli(['project', 'create', 'Game'], made.settings));
  fs.chmodSync(made.folder, 0o755);
  fs.writeFileSync(`${made.database}.key`, TEST_SECRET_KEY);
  for (const end of ['', '.key']) fs.chmodSync(made.database + end, 0o644);
  return made;
}

const changed = (name: string, from: string, to: string) => `${name}: mode changed from ${from} to ${to}`;

// The last one also removes bits of the owner.
for (const umask of [0o000, 0o777]) {
  test(`a new database is private under umask ${umask.toString(8).padStart(3, '0')}`, async (t) => {
    const { folder, database } = newDatabase(t);
    const store = await underUmask(umask, () => openSqlite(database, { mode: 'serve' }));
    const { 'test.db.files': _, ...files } = SERVED;
    assert.deepEqual([modeOf(folder), modes(folder)], ['0700', files]);
    await store.close();
  });
}

suite('files that others can read', () => {
  test('serve corrects them, with a warning for each', async (t) => {
    const { folder, database, settings } = await exposed(t);
    fs.writeFileSync(`${database}.lock`, '');
    fs.chmodSync(`${database}.lock`, 0o666);
    // What it creates is private too.
    const server = await underUmask(0o000, () => startProcess(t, settings));
    assert.deepEqual([modeOf(folder), modes(folder)], ['0700', { ...SERVED, 'test.db.key': '0600' }]);
    await server.wrote(/"listening"/);
    const lines = server.stdout().split('\n');
    const warnings = lines.filter((line) => line.includes('"level":40')).map((line) => JSON.parse(line).msg);
    // SQLite gave -wal and -shm the mode of the database.
    assert.deepEqual(warnings, [
      changed(database, '0644', '0600'),
      changed(`${database}-wal`, '0644', '0600'),
      changed(`${database}-shm`, '0644', '0600'),
      changed(`${database}.lock`, '0666', '0600'),
      changed(`${database}.lock-journal`, '0666', '0600'),
      changed(`${database}.key`, '0644', '0600'),
      changed(folder, '0755', '0700'),
    ]);
  });

  for (const args of [['project', 'list'], ['migrate'], ['backup', 'FOLDER/backup.db']]) {
    test(`${args[0]} corrects them once, with a line for each on standard error`, async (t) => {
      const { folder, database, settings } = await exposed(t);
      const elsewhere = temporaryDirectory(t);
      const run = (name: string) =>
        cli(
          args.map((arg) => arg.replace('FOLDER', path.join(elsewhere, name))),
          settings,
        );
      fs.mkdirSync(path.join(elsewhere, 'one'));
      fs.mkdirSync(path.join(elsewhere, 'two'));
      const { code, stderr } = await run('one');
      assert.equal(code, 0, stderr);
      const lines = stderr.trimEnd().split('\n');
      assert.ok(lines.includes(`player-support: ${changed(database, '0644', '0600')}`), stderr);
      assert.ok(lines.includes(`player-support: ${changed(folder, '0755', '0700')}`), stderr);
      assert.deepEqual([modeOf(folder), modeOf(database)], ['0700', '0600']);
      printed(await run('two'));
    });
  }

  test('copy corrects its source', async (t) => {
    const { database, settings } = await exposed(t);
    const to = `sqlite:${path.join(temporaryDirectory(t), 'copy.db')}`;
    const { code, stderr } = await cli(['copy', '--from', settings.DATABASE_URL, '--to', to], {});
    assert.equal(code, 0, stderr);
    assert.ok(stderr.includes(changed(database, '0644', '0600')), stderr);
    assert.equal(modeOf(database), '0600');
  });

  test('doctor warns about them and changes nothing', async (t) => {
    const { folder, database, settings } = await exposed(t);
    const said = printed(await cli(['doctor'], settings));
    for (const file of [database, `${database}.key`]) {
      assert.ok(said.includes(`warning  other users can access ${file} (mode 0644). Run: chmod 600 ${file}\n`), said);
    }
    assert.ok(said.includes(`warning  other users can list the folder ${folder} (mode 0755). Run: chmod 700`), said);
    assert.deepEqual([modeOf(folder), modeOf(database)], ['0755', '0644']);
    printed(await cli(['backup', path.join(folder, 'backup.db')], settings).then((done) => ({ ...done, stderr: '' })));
    assert.doesNotMatch(printed(await cli(['doctor'], settings)), /other users/);
  });

  test('a file that is not a database keeps its mode', async (t) => {
    const { folder, database, settings } = newDatabase(t);
    fs.mkdirSync(folder, 0o755);
    fs.writeFileSync(database, 'This is a letter to my aunt, and no database. '.repeat(200), { mode: 0o644 });
    const before = modeOf(database);
    assert.equal((await cli(['migrate'], settings)).code, 1);
    assert.equal(modeOf(database), before);
  });
});

/**
 * The notices about a folder of mode 0755 with a private database, and the mode of the folder after
 * that.
 */
async function correctedIn(folder: string, name = 'test.db') {
  const database = path.join(folder, name);
  await (await openSqlite(database, { mode: 'tool' })).close();
  fs.chmodSync(folder, 0o755);
  const notices: string[] = [];
  makePrivate(database, (text) => notices.push(text));
  return { notices, mode: modeOf(folder) };
}

suite('a folder with another use keeps its mode, with one warning', () => {
  const warned = (folder: string) => [
    `other users can list the folder ${folder} (mode 0755); the files of the database are private. Give the database a folder of its own`,
  ];

  test('with any other file in it', async (t) => {
    for (const name of ['notes.txt', 'test.dbx', 'test']) {
      const folder = temporaryDirectory(t);
      fs.writeFileSync(path.join(folder, name), '');
      assert.deepEqual(await correctedIn(folder), { notices: warned(folder), mode: '0755' }, name);
    }
  });

  test('the working directory, and the folders above it', async (t) => {
    const folder = temporaryDirectory(t);
    const inside = path.join(folder, 'test.db.folder');
    fs.mkdirSync(inside);
    const before = process.cwd();
    t.after(() => process.chdir(before));
    for (const directory of [folder, inside]) {
      process.chdir(directory);
      assert.deepEqual(await correctedIn(folder), { notices: warned(folder), mode: '0755' });
    }
    process.chdir(before);
    assert.equal((await correctedIn(folder)).mode, '0700');
  });

  test('a home directory', async (t) => {
    const folder = temporaryDirectory(t);
    const homedir = t.mock.method(os, 'homedir', () => folder);
    assert.deepEqual(await correctedIn(folder), { notices: warned(folder), mode: '0755' });
    homedir.mock.restore();
    t.mock.method(os, 'userInfo', () => ({ homedir: folder }));
    assert.deepEqual(await correctedIn(folder), { notices: warned(folder), mode: '0755' });
  });

  test('the folder of another user', async (t) => {
    const folder = temporaryDirectory(t);
    t.mock.method(process as { getuid(): number }, 'getuid', () => 4711);
    assert.deepEqual(await correctedIn(folder), { notices: warned(folder), mode: '0755' });
  });

  test('a sticky folder, as /tmp is', async (t) => {
    const folder = temporaryDirectory(t);
    const database = path.join(folder, 'test.db');
    await (await openSqlite(database, { mode: 'tool' })).close();
    fs.chmodSync(folder, 0o1777);
    const notices: string[] = [];
    makePrivate(database, (text) => notices.push(text));
    assert.equal(fs.statSync(folder).mode & 0o7777, 0o1777);
    assert.equal(notices.length, 1);
    assert.match(notices[0] ?? '', /^other users can list and write in the folder /);
    assert.equal(exposedFiles(database).length, 1);
  });

  test('without a warning if others cannot list it', async (t) => {
    const folder = temporaryDirectory(t);
    fs.writeFileSync(path.join(folder, 'notes.txt'), '');
    await (await openSqlite(path.join(folder, 'test.db'), { mode: 'tool' })).close();
    fs.chmodSync(folder, 0o711);
    makePrivate(path.join(folder, 'test.db'), (text) => assert.fail(text));
    assert.deepEqual(exposedFiles(path.join(folder, 'test.db')), []);
  });
});

test('a mode that cannot be changed: the notice says what to do, and the database opens', async (t) => {
  const { database } = await exposed(t);
  t.mock.method(fs, 'chmodSync', () => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });
  const notices: string[] = [];
  const db = await openSqlite(database, { mode: 'tool', notice: (text) => notices.push(text) });
  await db.close();
  const refused = `${database}: mode 0644 cannot be changed to 0600 (EPERM); as its owner, run: chmod 600 ${database}`;
  assert.equal(notices[0], refused);
  assert.match(
    notices.at(-1) ?? '',
    /data: mode 0755 cannot be changed to 0700 \(EPERM\); as its owner, run: chmod 700 /,
  );
  t.mock.reset();
  assert.equal(modeOf(database), '0644');
});
