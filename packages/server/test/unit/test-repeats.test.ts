import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { filesToRepeat, MAX_REPEATED } from '../../../../scripts/test-repeats.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const PAGE = 'packages/console/test/e2e/queue.test.ts';
const PROGRAM = 'packages/server/test/programs/cli.test.ts';
const OTHER_PAGE = 'packages/console/test/e2e/ticket.test.ts';
const OPERATION = 'packages/server/test/api/team/macros/create-macro.test.ts';

const failed = (...files: readonly string[]) => files.map((file) => ({ engine: 'sqlite', file, text: 'an error' }));
const repeated = (...files: readonly string[]) => filesToRepeat(ROOT, failed(...files)).map(({ file }) => file);

test('a file with real processes or a browser is repeated once, however many of its tests failed', () => {
  assert.deepEqual(repeated(PAGE, PAGE, PROGRAM), [PAGE, PROGRAM]);
});

test('a file that failed on both engines counts twice', () => {
  const both = [...failed(PROGRAM), ...failed(PROGRAM).map((one) => ({ ...one, engine: 'postgres' }))];
  assert.equal(filesToRepeat(ROOT, both).length, 2);
  assert.deepEqual(filesToRepeat(ROOT, [...both, ...failed(PAGE)]), []);
});

test('none is repeated if more than two failed', () => {
  assert.equal(MAX_REPEATED, 2);
  assert.deepEqual(repeated(PAGE, PROGRAM, OTHER_PAGE), []);
});

test('none is repeated if a test of an operation or the test runner failed too', () => {
  assert.deepEqual(repeated(PAGE, OPERATION), []);
  assert.deepEqual(repeated(OPERATION), []);
  assert.deepEqual(repeated(PAGE, ''), []);
  // A group of files is in no package.
  assert.deepEqual(repeated(PAGE, 'server-test-api-team-macros.test.mjs'), []);
});
