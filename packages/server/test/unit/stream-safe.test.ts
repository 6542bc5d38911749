import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streamSafe } from '@player-support/contract/stream-safe';
import { safeFileName } from '../../src/domain/file-name.ts';
import { textKey } from '../../src/domain/known-texts.ts';
import { composed, tokensOf } from '../../src/domain/search-words.ts';

test('keeps 30 marks of a character, and every text that people write', () => {
  for (const text of ['Crème brûlée', 'Tiếng Việt', 'कर्म्य', 'שָׁלוֹם', `z${'\u0301'.repeat(30)}`, '👨‍👩‍👧'])
    assert.equal(streamSafe(text), text);
  assert.equal(streamSafe(`z${'\u0301'.repeat(31)}algo`), `z${'\u0301'.repeat(30)}algo`);
  assert.equal(streamSafe(`a${'\u0344\u0f73'.repeat(2000)}b`).length, 32);
  assert.equal(streamSafe(`カ${'\uff9e\uff9f\u0334'.repeat(500)}b`).length, 32);
});

test('a text of many marks is as cheap as any other', () => {
  const marks = `crash a${'\u0344'.repeat(1990)}${'\u0f73'.repeat(1990)}`;
  assert.ok(composed(marks).length < 100);
  assert.ok([...tokensOf(marks)].every((token) => token.length <= 40));
  assert.equal(textKey(marks), textKey(marks.slice(0, 100)));
  // Ignoring the joiner and the tatweel puts the marks beside each other.
  for (const ignored of ['\u200d', '\u0640']) {
    const separated = `${'\u{1e8d0}'.repeat(30)}${ignored}`.repeat(60);
    assert.ok(
      [...tokensOf(separated)].every((token) => [...token].length <= 30),
      ignored,
    );
  }
  assert.ok(safeFileName(`${marks}.log`).endsWith('.log'));
});

test('of a name that is far too long, only the beginning and the end are read', () => {
  for (const character of ['.', ' ', '\t']) {
    const many = character.repeat(9000);
    assert.equal(safeFileName(`${many}middle${many}end.log`), 'end.log');
    assert.equal(safeFileName(`begin${many}`), 'begin');
  }
  assert.equal(safeFileName(`${'a'.repeat(5000)}.log`), `${'a'.repeat(96)}.log`);
  assert.equal(safeFileName(`folder/${'x'.repeat(9000)}/game.log . `), 'game.log');
});
