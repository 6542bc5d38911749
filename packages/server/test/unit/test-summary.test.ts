import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const REPORTER = path.resolve(import.meta.dirname, '../../../../scripts/test-summary.ts');

const FILES = {
  'helper.mjs': `import { suite, test } from 'node:test';
    export const register = () => suite('Outer', () => {
      test('good', () => {});
      test('bad', () => { throw new Error('broken', { cause: new TypeError('refused') }); });
    });`,
  'one.test.mjs': `import { register } from './helper.mjs'; register();`,
  'two.test.mjs': `import { test } from 'node:test'; test('good', () => {}); console.log('printed');`,
  'three.test.mjs': 'process.exit(3);',
  'group.test.mjs': `import { test } from 'node:test';
    await test('full.test.ts', (t) => { t.test('good', () => {}); t.test('bad', () => { throw new Error('wrong'); }); });
    await test('empty.test.ts', () => {});`,
  'four.test.mjs': `import { test } from 'node:test'; test('first', () => {}); test('ends', () => process.exit(0));`,
};

test('the summary names each failed test with those around it, and the file that ran', async (t) => {
  const folder = temporaryDirectory(t);
  for (const [name, source] of Object.entries(FILES)) writeFileSync(path.join(folder, name), source);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const results = path.join(folder, 'results.json');
  const times = path.join(folder, 'times.tsv');
  writeFileSync(times, '1\tone\n1\ttwo\n1\tthree\n');
  const tests = Object.keys(FILES).filter((name) => name.includes('.test.'));
  const args = ['--test', `--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout', ...tests];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...env, TEST_RESULTS: results, TEST_TIMES: times, TEST_PROGRESS: '{"all":10,"seconds":60}' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await text(child.stdout);

  const { skipped, failures, ended } = JSON.parse(readFileSync(results, 'utf8'));
  assert.equal(skipped, 0);
  // The others' processes ended without a result.
  assert.deepEqual(ended.toSorted(), ['group.test.mjs', 'one.test.mjs', 'two.test.mjs']);
  const found = failures.map(({ file, text }: { file: string; text: string }) => [file, text.split('\n', 1)[0]]);
  assert.deepEqual(found.toSorted(), [
    // A failure names its file, so only that file runs again.
    ['full.test.ts', '✖ group.test.mjs:2  bad'],
    ['group.test.mjs', '✖ empty.test.ts has no tests'],
    ['one.test.mjs', '✖ helper.mjs:4  Outer > bad'],
    ['three.test.mjs', '✖ three.test.mjs:1  three.test.mjs'],
  ]);
  assert.match(
    failures.map(({ text }: { text: string }) => text).join(''),
    /Error: broken\n[\s\S]*caused by:\n *TypeError: refused\n/,
  );
  assert.match(output, /^ 3\/10 {2}one\.test\.mjs: 1 passed, 1 not, [\d.]+ s; about \d+ min left$/m);
  assert.match(output, /^ 3\/10 {2}two\.test\.mjs: 1 passed, [\d.]+ s; about \d+ min left$/m);
  assert.match(output, /^printed$/m);
});
