import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText, fromVisible, hasVisible, shortText } from '@player-support/contract/visible-text';
import { preview } from '../../src/domain/preview.ts';
import { snippetOf } from '../../src/domain/snippet.ts';
import { oneLine } from '../../src/notifications/message-text.ts';
import { cutCharacters } from '../helpers/cut-characters.ts';
import { CODE_POINT, fc } from '../helpers/property.ts';

/** Each shows nothing. */
const INVISIBLE = [
  ...[' ', '\t', '\n', '\u0085', '\u00a0', '\u2003', '\u3000', '\u2028'],
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u180e', '\u200b', '\u200d', '\u200e'],
  ...['\u202e', '\u2060', '\u2066', '\u2800', '\u3164', '\ufe0f', '\ufeff', '\uffa0', '\ufff9', '\ufffc'],
  ...['\u{13430}', '\u{1bca0}', '\u{1d159}', '\u{1d173}', '\u{e0041}', '\u{e0100}'],
  ...['\u0001', '\u001b', '\u007f', '\u0090', '\u{13441}', '\u{13442}', '\u{16fe4}'],
];

const CHARACTERS = ['👨‍👩‍👧‍👦', '🇩🇪', 'e\u0301', '👍🏽', '🏴\u{e0067}\u{e0062}\u{e007f}', '각', 'क्षि', '\r\n', '1️⃣'];

test('invisible characters, alone or together, are no text; one visible character is', () => {
  for (const one of INVISIBLE) assert.equal(hasVisible(one), false, JSON.stringify(one));
  const all = INVISIBLE.join('');
  assert.equal(hasVisible(all), false);
  for (const one of ['a', '.', '한', '🎮', '\u0301', '\u0644', '👨‍👩‍👧‍👦', '\ufffd', '¨']) {
    assert.equal(hasVisible(all + one + all), true, one);
  }
});

test('a short or cut text begins at its first visible character', () => {
  const hidden = INVISIBLE.join('').repeat(10);
  for (const text of ['Lost my sword', '👨‍👩‍👧‍👦 are gone', 'می\u200cخواهم', 'a\u200bb']) {
    for (const shown of [fromVisible, preview, oneLine]) assert.equal(shown(hidden + text), text, shown.name);
  }
  assert.equal(preview(`${hidden}${'x'.repeat(200)}`), 'x'.repeat(140));
  assert.equal(oneLine(hidden), '…');
});

test('a cut text has whole characters, as many as fit', () => {
  for (const character of CHARACTERS) {
    const { length } = Array.from(character);
    for (const before of ['', 'a', 'ab', 'abc']) {
      const text = before + character.repeat(100);
      const fitting = Math.floor((50 - before.length) / length);
      assert.equal(cutText(text, 50), before + character.repeat(fitting), JSON.stringify(character));
    }
  }
  assert.equal(cutText('😀'.repeat(50), 50), '😀'.repeat(50));
  assert.equal(cutText('x'.repeat(51), 50), 'x'.repeat(50));
  assert.equal(cutText(`${'x'.repeat(50)}\u0301`, 50), 'x'.repeat(49));
});

test('a character that is too long itself is cut between code points', () => {
  assert.equal(cutText(`e${'\u0301'.repeat(500)}`, 50), `e${'\u0301'.repeat(49)}`);
  assert.equal(cutText(`a e${'\u0301'.repeat(500)}`, 50), 'a ');
});

test('any text is cut to the characters that fit', () => {
  const unit = fc.oneof(fc.constantFrom(...CHARACTERS, 'x', ' '), CODE_POINT);
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 80 }), fc.integer({ min: 1, max: 60 }), (text, max) => {
      assert.equal(cutText(text, max), cutCharacters(text, max));
      assert.equal(shortText(text, max), cutText(text, max) + (cutText(text, max) === text ? '' : '…'));
    }),
  );
});

test('a snippet begins and ends with whole characters', () => {
  for (const character of CHARACTERS.filter((one) => one !== '\r\n')) {
    for (const before of ['', 'z', 'zz']) {
      const start = before.length + 60 * character.length;
      const text = `${before}${character.repeat(60)}match${character.repeat(300)}`;
      const shown = snippetOf(text, [{ start, end: start + 5 }]);
      const [first = '', last = ''] = shown.text.replaceAll('…', '').replace(before, '').split('match');
      for (const part of [first, last]) assert.equal(part.replaceAll(character, ''), '', JSON.stringify(character));
    }
  }
});
