import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attempted, attemptTime } from '../../src/data/use-kept-request.ts';

test('a repeated attempt has the time of the one before, until a text changes', () => {
  const fresh = { title: 'Sale', idempotencyKey: '', sentAt: '', sent: '' };
  assert.equal(attemptTime(fresh, 1000), 1000);
  const sent = { ...fresh, ...attempted(fresh, 'key', 1000) };
  assert.equal(attemptTime(sent, 2000), 1000);
  assert.equal(attemptTime({ ...sent, title: 'Sales' }, 2000), 2000);
  assert.deepEqual(attempted(sent, 'key', 1000), attempted(fresh, 'key', 1000));
});
