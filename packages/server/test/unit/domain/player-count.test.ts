import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playerId } from '../../../src/domain/ids.ts';
import { estimated } from '../../../src/domain/player-count.ts';

const idAt = (share: number) => {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(Math.floor(share * 2 ** 32));
  return playerId(bytes);
};

test('an estimate follows from the share of ids that the sample has', () => {
  const { players, precision, margin } = estimated(10_000, idAt(0.01));
  assert.equal(precision, 'estimate');
  assert.ok(Math.abs(players - 1_000_000) < 100, `${players}`);
  // 1.96 standard deviations of 10,000 are 2 %.
  assert.ok(Math.abs(margin - 19_600) < 10, `${margin}`);
});

test('none in a sample means a few at most, and a sample of nothing says nothing', () => {
  const none = estimated(0, idAt(0.5));
  assert.deepEqual([none.players, none.margin], [0, 6]);
  assert.deepEqual(estimated(3, idAt(0)), { players: 3, precision: 'at-least', margin: 0 });
});
