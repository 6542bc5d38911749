import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  type Command,
  filesOf,
  isRepeated,
  placeOf,
  sliceOf,
  type TestRun,
  testRuns,
} from '../../../../scripts/test-folders.ts';
import { groupsOf, writeGroups } from '../../../../scripts/test-groups.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const BOTH = ['sqlite', 'postgres'];
const COMMANDS: readonly Command[] = ['test', 'all', 'soak'];
const EVERY = globSync('packages/*/test/**/*.test.ts', { cwd: ROOT });
const enginesOf = (file: string, runs: readonly TestRun[]) =>
  runs.filter(({ files }) => files.includes(file)).map(({ engine }) => engine);

for (const [folder, commands, engines, queue] of [
  ['server/test/unit', ['test', 'all'], ['sqlite'], 'code'],
  ['server/test/unit/domain', ['test', 'all'], ['sqlite'], 'code'],
  ['server/test/api/team/session', ['test', 'all'], BOTH, 'code'],
  ['server/test/http', ['test', 'all'], ['sqlite'], 'code'],
  ['server/test/engines/postgres', ['test', 'all'], ['sqlite'], 'code'],
  ['server/test/programs', ['test', 'all'], BOTH, 'programs'],
  ['server/test/smoke', ['test', 'all'], ['sqlite'], 'programs'],
  ['client/test/server', ['test', 'all'], ['sqlite'], 'code'],
  ['console/test/e2e', ['test', 'all'], ['sqlite'], 'programs'],
  ['console/test/pages', ['all'], ['sqlite'], 'programs'],
  ['server/test/nodes', ['all'], ['sqlite'], 'programs'],
  ['server/test/full/sqlite', ['all'], ['sqlite'], 'programs'],
  ['server/test/system', ['all'], BOTH, 'programs'],
  ['server/test/soak', ['soak'], ['sqlite'], 'alone'],
  ['server/test/load', ['soak'], BOTH, 'alone'],
] as const) {
  const files = ['new', 'unit', 'postgres', 'sqlite-only', 'pages'].map((name) => `packages/${folder}/${name}.test.ts`);
  test(`a file in ${folder} with any name runs in ${commands.join(' and ')}`, () => {
    const found = COMMANDS.filter((command) => filesOf(ROOT, files, command).length > 0);
    assert.deepEqual(found, commands);
    for (const command of commands) assert.deepEqual(filesOf(ROOT, files, command), files);
  });

  test(`a file in ${folder} with any name runs on ${engines.join(' and ')}${queue === 'alone' ? ', alone' : ''}`, () => {
    for (const file of files) {
      const runs = testRuns(ROOT, [file], BOTH, false);
      assert.deepEqual(enginesOf(file, runs), engines);
      assert.deepEqual([...new Set(runs.map((run) => run.queue))], [queue]);
      assert.deepEqual(testRuns(ROOT, [path.join(ROOT, file)], ['postgres'], false), [
        { engine: 'postgres', queue, derived: false, files: [path.join(ROOT, file)] },
      ]);
    }
  });
}

test('npm test runs files again on PostgreSQL only for the tests that follow from facts', () => {
  const runs = testRuns(ROOT, filesOf(ROOT, EVERY, 'test'), BOTH, true);
  assert.deepEqual(
    runs.map(({ engine, queue, derived }) => [engine, queue, derived]),
    [
      ['sqlite', 'code', false],
      ['sqlite', 'programs', false],
      ['postgres', 'code', true],
    ],
  );
  for (const file of runs.at(-1)?.files ?? []) assert.match(file, /\/api\/(team|player)\//);
});

test('a soak also repeats random steps', () => {
  const files = filesOf(ROOT, EVERY, 'soak');
  assert.ok(files.includes('packages/server/test/api/player/inbox.property.test.ts'));
  assert.ok(!files.includes('packages/server/test/api/player/identify-player.test.ts'));
});

test('a file is repeated if it has real processes or a browser, and never if not', () => {
  const repeated = (folder: string) => isRepeated(ROOT, `packages/${folder}/new.test.ts`);
  for (const folder of ['console/test/e2e', 'server/test/smoke', 'server/test/programs', 'server/test/system'])
    assert.ok(repeated(folder), folder);
  for (const folder of ['server/test/unit', 'server/test/api/team/session', 'server/test/http', 'server/test/engines'])
    assert.ok(!repeated(folder), folder);
});

test('a file in no known folder is an error: it might miss an engine', () => {
  for (const file of [
    'packages/server/test/new.test.ts',
    'packages/server/test/elsewhere/new.test.ts',
    'packages/server/test/constructor/new.test.ts',
    'packages/server/src/api/new.test.ts',
    'bench/test/api/new.test.ts',
    'packages/server/test/api/new.ts',
  ]) {
    const error = { message: new RegExp(`^${RegExp.escape(file)} is in none of the folders unit, api, `) };
    assert.throws(() => testRuns(ROOT, ['packages/server/test/unit/one.test.ts', file], BOTH, false), error);
    assert.throws(() => filesOf(ROOT, [file], 'test'), error);
  }
});

test('every test file of the project runs in some command, on some engine', () => {
  assert.ok(EVERY.length > 100);
  const runs = COMMANDS.flatMap((command) => testRuns(ROOT, filesOf(ROOT, EVERY, command), BOTH, command === 'test'));
  assert.deepEqual(
    EVERY.filter((file) => enginesOf(file, runs).length === 0),
    [],
  );
});

test('each file is in exactly one group, and a group has files of one folder', () => {
  const groups = groupsOf(ROOT, EVERY);
  assert.deepEqual(groups.flatMap(({ files }) => files).sort(), EVERY.toSorted());
  const names = groups.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { files } of groups) assert.equal(new Set(files.map((file) => placeOf(ROOT, file).name)).size, 1);
});

test('files of smoke, and unit tests of the SDK, have a process of their own', () => {
  const folders = ['server/test/smoke', 'client/test/unit'];
  for (const folder of folders) {
    const files = ['one', 'two'].map((name) => `packages/${folder}/${name}.test.ts`);
    assert.deepEqual(
      groupsOf(ROOT, files).map((group) => group.files),
      files.map((file) => [file]),
    );
  }
});

test('each run writes its own groups, also if they begin with the same file', (t) => {
  const folder = temporaryDirectory(t);
  const runs = testRuns(ROOT, filesOf(ROOT, EVERY, 'test'), BOTH, true);
  // All are written before the first runs.
  const written = runs.map(({ files }) => ({ files, groups: writeGroups(ROOT, folder, files) }));
  for (const { files, groups } of written) {
    const found = groups.flatMap((group) =>
      path.isAbsolute(group)
        ? Array.from(readFileSync(group, 'utf8').matchAll(/import\("file:\/\/([^"]+)"\)/g), ([, file = '']) =>
            path.relative(ROOT, file),
          )
        : [group],
    );
    assert.deepEqual(found.sort(), files.toSorted());
  }
});

test('eight slices are the rest of test:all, each file once on each of its engines', () => {
  const names = (runs: readonly TestRun[]) =>
    runs.flatMap(({ engine, files }) => files.map((file) => `${engine} ${file}`));
  const slices = Array.from({ length: 8 }, (_, slice) => names(sliceOf(ROOT, EVERY, BOTH, `0000000${slice}ffff`)));
  for (const slice of slices) assert.ok(slice.length > 10);
  const quick = testRuns(ROOT, filesOf(ROOT, EVERY, 'test'), BOTH, true).filter(({ derived }) => !derived);
  const all = testRuns(ROOT, filesOf(ROOT, EVERY, 'all'), BOTH, false);
  assert.deepEqual([...names(quick), ...slices.flat()].sort(), names(all).sort());
});
