import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endIfStillOpen } from '../../../../scripts/test-end.ts';

test('a process in which something stays open ends as failed, and says what it is', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const exit = t.mock.method(process, 'exit', () => {});
  const error = t.mock.method(console, 'error', () => {});
  endIfStillOpen();
  t.mock.timers.tick(119_999);
  assert.equal(exit.mock.callCount(), 0);
  t.mock.timers.tick(1);
  assert.deepEqual(exit.mock.calls[0]?.arguments, [1]);
  assert.match(String(error.mock.calls[0]?.arguments[0]), /^still open after all tests/);
});
