import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EarlyWords } from '../../src/shell/early-keys.ts';

const NEVER = Number.NEGATIVE_INFINITY;

test('a word that begins before the page is ready is ignored to its end', () => {
  for (const pause of [0, 80, 300, 999]) {
    const words = new EarlyWords(NEVER);
    for (let key = 0; key < 12; key++)
      assert.equal(words.ignores(5000 + key * pause, key >= 6, NEVER), true, `${pause}`);
    assert.equal(words.ignores(5000 + 11 * pause + 1000, true, NEVER), false, `${pause}`);
  }
});

test('no key is for the page before it is ready, whatever the pauses are', () => {
  const words = new EarlyWords(NEVER);
  for (const at of [10, 5000, 20_000]) assert.equal(words.ignores(at, false, NEVER), true);
});

test('a page that is ready ignores no key', () => {
  const words = new EarlyWords(NEVER);
  for (const at of [10, 20, 5000]) assert.equal(words.ignores(at, true, NEVER), false);
});

test('the rest of a word is ignored if the word began before the program, or was held and dropped', () => {
  const words = new EarlyWords(3000);
  // An event can be older than the program that handles it.
  assert.equal(words.ignores(2900, true, NEVER), true);
  assert.equal(words.ignores(3899, true, NEVER), true);
  assert.equal(words.ignores(4899, true, NEVER), false);
  assert.equal(words.ignores(9500, true, 9000), true);
  assert.equal(words.ignores(10_499, true, 9000), true);
  assert.equal(words.ignores(11_499, true, 9000), false);
});
