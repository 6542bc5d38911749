import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { type TestRun, testRuns } from '../../../../scripts/test-folders.ts';
import { groupsOf } from '../../../../scripts/test-groups.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const BOTH = ['sqlite', 'postgres'];
const enginesOf = (file: string, runs: readonly TestRun[]) =>
  runs.filter(({ files }) => files.includes(file)).map(({ engine }) => engine);

for (const [folder, engines, alone] of [
  ['server/test/unit', ['sqlite'], false],
  ['server/test/unit/domain', ['sqlite'], false],
  ['server/test/api/team/session', BOTH, false],
  ['server/test/http', ['sqlite'], false],
  ['server/test/engines/postgres', ['sqlite'], false],
  ['server/test/system', BOTH, true],
  ['server/test/nodes', ['sqlite'], false],
  ['console/test/e2e', ['sqlite'], false],
  ['console/test/pages', ['sqlite'], false],
  ['client/test/server', ['sqlite'], false],
] as const) {
  test(`a file in ${folder} runs on ${engines.join(' and ')}${alone ? ', alone' : ''}, with any name`, () => {
    for (const name of ['new', 'unit', 'postgres', 'sqlite-only', 'pages']) {
      const file = `packages/${folder}/${name}.test.ts`;
      const runs = testRuns(ROOT, [file], BOTH);
      assert.deepEqual(enginesOf(file, runs), engines);
      assert.deepEqual([...new Set(runs.map((run) => run.alone))], [alone]);
      assert.deepEqual(testRuns(ROOT, [path.join(ROOT, file)], ['postgres']), [
        { engine: 'postgres', alone, files: [path.join(ROOT, file)] },
      ]);
    }
  });
}

test('a file in no known folder is an error: it might miss an engine', () => {
  for (const file of [
    'packages/server/test/new.test.ts',
    'packages/server/test/elsewhere/new.test.ts',
    'packages/server/test/constructor/new.test.ts',
    'packages/server/src/api/new.test.ts',
    'bench/test/api/new.test.ts',
    'packages/server/test/api/new.ts',
  ]) {
    assert.throws(() => testRuns(ROOT, ['packages/server/test/unit/one.test.ts', file], BOTH), {
      message: `${file} is in none of the folders unit, api, http, engines, system, nodes, e2e, pages, server`,
    });
  }
});

test('every test file of the project runs on some engine', () => {
  const files = globSync('packages/*/test/**/*.test.ts', { cwd: ROOT });
  assert.ok(files.length > 100);
  const runs = testRuns(ROOT, files, BOTH);
  assert.deepEqual(
    files.filter((file) => enginesOf(file, runs).length === 0),
    [],
  );
});

test('each file is in exactly one group, and only files of operations share one', () => {
  const files = globSync('packages/*/test/**/*.test.ts', { cwd: ROOT });
  const groups = groupsOf(files);
  assert.deepEqual(groups.flat().sort(), files.sort());
  const shared = groups.filter((group) => group.length > 1).flat();
  assert.ok(shared.length > 100);
  for (const file of shared) assert.match(file, /\/api\/(team|player)\//);
});
