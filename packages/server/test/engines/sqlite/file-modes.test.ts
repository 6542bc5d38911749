import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { exposedFiles } from '../../../src/store/sqlite/exposed-files.ts';
import { modeOf, modes, newDatabase, SERVED, underUmask } from '../../helpers/file-modes.ts';
import { cli, printed, startProcess } from '../../helpers/programs.ts';
import { TEST_SECRET_KEY } from '../../helpers/test-secret-key.ts';

/** All users may read it, for example after a careless copy. */
async function exposed(t: TestContext) {
  const made = newDatabase(t);
  printed(await cli(['migrate'], made.settings));
  printed(await cli(['project', 'create', 'Game'], made.settings));
  fs.writeFileSync(`${made.database}.key`, TEST_SECRET_KEY);
  expose(made);
  return made;
}

function expose({ folder, database }: { folder: string; database: string }): void {
  fs.chmodSync(folder, 0o755);
  for (const end of ['', '.key']) fs.chmodSync(database + end, 0o644);
}

const ofFile = (name: string) => `other users can access ${name} (mode 0644). Run: chmod 600 ${name}`;
const ofFolder = (folder: string) =>
  `other users can list the folder ${folder} (mode 0755). Give the database a folder of its own. ` +
  `If it has one, run: chmod 700 ${folder}`;

test('what serve creates is private under umask 000', async (t) => {
  const { folder, settings } = newDatabase(t);
  const server = await underUmask(0o000, () => startProcess(t, settings));
  assert.deepEqual([modeOf(folder), modes(folder)], ['0700', SERVED]);
  await server.wrote(/"listening"/);
  assert.doesNotMatch(server.stdout(), /"level":40/);
});

suite('files that others can read', () => {
  test('serve warns about them, and so does doctor. Both change nothing', async (t) => {
    const { folder, database, settings } = await exposed(t);
    const server = await startProcess(t, settings);
    await server.wrote(/"listening"/);
    const lines = server.stdout().split('\n');
    const warnings = lines.filter((line) => line.includes('"level":40')).map((line) => JSON.parse(line).msg);
    // SQLite gives -wal and -shm the database's mode.
    const files = ['', '-wal', '-shm', '.key'].map((end) => database + end);
    assert.deepEqual(warnings, [...files.map(ofFile), ofFolder(folder)]);
    const said = printed(await cli(['doctor'], settings));
    for (const warning of warnings) assert.ok(said.includes(`warning  ${warning}\n`), said);
    assert.deepEqual([modeOf(folder), modeOf(database)], ['0755', '0644']);
  });

  test('the commands that they name end the warnings', async (t) => {
    const { folder, database, settings } = await exposed(t);
    const copy = path.join(folder, "somebody's copy.db");
    fs.copyFileSync(database, copy);
    for (const warning of [...exposedFiles(copy), ...exposedFiles(database)]) {
      const [, command] = /[Rr]un: (chmod .*)$/.exec(warning) ?? assert.fail(warning);
      assert.equal(spawnSync('sh', ['-c', command ?? '']).status, 0, warning);
    }
    assert.deepEqual([exposedFiles(database), exposedFiles(copy)], [[], []]);
    assert.doesNotMatch(printed(await cli(['doctor'], settings)), /other users/);
    assert.deepEqual([modeOf(folder), modeOf(database)], ['0700', '0600']);
  });

  test('doctor and serve name a folder of the files of tickets, beside the database or of FILES_URL', async (t) => {
    const { folder, database, settings } = newDatabase(t);
    printed(await cli(['migrate'], settings));
    const beside = `${database}.files`;
    const elsewhere = path.join(folder, 'elsewhere');
    for (const one of [beside, elsewhere]) {
      fs.mkdirSync(one, { recursive: true });
      fs.chmodSync(one, 0o755);
    }
    const warning = (one: string) => `other users can access the folder ${one} (mode 0755). Run: chmod 700 ${one}`;
    const moved = { ...settings, FILES_URL: pathToFileURL(elsewhere).href };
    for (const [env, place] of [[settings, beside] as const, [moved, elsewhere] as const]) {
      const said = printed(await cli(['doctor'], env));
      assert.ok(said.includes(`warning  ${warning(place)}\n`), said);
      assert.equal(said.match(/other users/g)?.length, 1, said);
    }
    const again = await startProcess(t, moved);
    await again.wrote(/"listening"/);
    assert.ok(again.stdout().includes(warning(elsewhere)));
    fs.chmodSync(elsewhere, 0o700);
    assert.doesNotMatch(printed(await cli(['doctor'], moved)), /other users/);
  });

  test('a folder that others can write in is named as such, and one that they cannot list is not', async (t) => {
    const { folder, database } = await exposed(t);
    for (const end of ['', '.key']) fs.chmodSync(database + end, 0o600);
    fs.chmodSync(folder, 0o1777);
    assert.match(exposedFiles(database).join('\n'), /^other users can list and write in the folder [^\n]+$/);
    fs.chmodSync(folder, 0o711);
    assert.deepEqual(exposedFiles(database), []);
  });
});
