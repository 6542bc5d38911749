import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invalidLimits, readLimits, typedLimits } from '../../src/projects/project-limits.ts';

const limits = {
  newPlayersPerAddress: 300,
  newPlayersPerProject: 0,
  newPlayerTicketsPerAddress: 60,
  newPlayerTicketsPerProject: 1_000_000,
};

test('whole numbers from 0 to 1,000,000 are valid limits', () => {
  const typed = typedLimits(limits);
  assert.deepEqual(readLimits(typed), limits);
  assert.deepEqual(invalidLimits(limits), []);
  assert.equal(readLimits({ ...typed, newPlayersPerAddress: ' 0050 ' }).newPlayersPerAddress, 50);
});

test('anything else is invalid, and never converted to a number', () => {
  const typed = typedLimits(limits);
  const wrong = [
    '',
    ' ',
    '1.5',
    '1,5',
    '-5',
    '+5',
    '1e3',
    '0x10',
    '1 000',
    '1000001',
    '99999999',
    '9'.repeat(400),
    'x',
  ];
  for (const text of wrong) {
    const read = readLimits({ ...typed, newPlayersPerAddress: text });
    assert.deepEqual(read, { ...limits, newPlayersPerAddress: Number.NaN }, JSON.stringify(text));
    assert.deepEqual(invalidLimits(read), ['newPlayersPerAddress']);
  }
});
