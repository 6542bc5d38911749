import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { quarantineErrors } from '../../../../scripts/test-quarantine.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const NOW = Date.parse('2026-11-28T12:00:00Z');

const errors = (fields: object) => {
  const entry = { test: 'packages/console/test/pages/queue.test.ts', since: '2026-11-20', error: 'no row', ...fields };
  return quarantineErrors(ROOT, [entry], NOW);
};

test('an unstable test may wait for its repair for 14 days', () => {
  assert.deepEqual(errors({}), []);
  assert.deepEqual(errors({ since: '2026-11-15' }), []);
  assert.match(errors({ since: '2026-11-14' }).join(), /is unstable since 2026-11-14; repair it/);
});

test('an entry has a date that has come, an error, and a file that `npm test` does not run', () => {
  for (const fields of [{ since: '2026-11-29' }, { since: 'soon' }, { error: '' }])
    assert.match(errors(fields).join(), /give it a date that has come and an error/);
  assert.match(errors({ test: 'packages/console/test/e2e/queue.test.ts' }).join(), /move it to a folder of/);
  assert.throws(() => errors({ test: 'packages/console/queue.test.ts' }), /is in none of the folders/);
});
