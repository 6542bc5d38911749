import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playerName, shortName } from '../../src/data/player-name.ts';

test('a player is called by the user id', () => {
  assert.equal(playerName({ userId: 'mira', id: 'ply_1' }), 'mira');
});

test('a player without one has two words and two digits, always the same', () => {
  const name = playerName({ userId: null, id: 'ply_06f3a9k2c1' });
  assert.match(name, /^[A-Z][a-z]+ [A-Z][a-z]+ \d\d$/);
  assert.equal(shortName('ply_06f3a9k2c1'), name);
});

test('players whose ids differ only at the end have different names', () => {
  const names = Array.from({ length: 1000 }, (_, index) => shortName(`ply_06f3a9k2c1${1000 + index}`));
  for (const name of names) assert.match(name, /^[A-Z][a-z]+ [A-Z][a-z]+ \d\d$/);
  assert.ok(new Set(names).size > 990, `${new Set(names).size}`);
});
