import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backOff } from '../../src/time.ts';

test('a back-off doubles up to 15 minutes, is never shorter than Retry-After, and is random', () => {
  for (const [failures, retryAfter, least, most] of [
    [0, undefined, 1, 2],
    [1, undefined, 2, 4],
    [3, 2, 8, 16],
    [50, undefined, 450, 900],
    [0, 100, 100, 150],
    [0, 3600, 3600, 5400],
  ] as const) {
    const waits = Array.from({ length: 1000 }, () => backOff(failures, retryAfter) / 1000);
    const [shortest, longest] = [Math.min(...waits), Math.max(...waits)];
    assert.ok(shortest >= least && longest <= most, `${failures}, ${retryAfter}: ${shortest} to ${longest}`);
    assert.ok(longest - shortest > (most - least) * 0.9, `${failures}, ${retryAfter}: ${shortest} to ${longest}`);
  }
});
