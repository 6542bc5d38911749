import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromVisible } from '@player-support/contract/visible-text';
import { preview } from '../../../src/domain/preview.ts';
import { cutCharacters } from '../../helpers/cut-characters.ts';
import { CODE_POINT, fc } from '../../helpers/property.ts';

test('white space is collapsed and trimmed', () => {
  assert.equal(preview('  a\n\n b\t\u00a0\u2003c \r\n'), 'a b c');
});

test('a short message is its own preview', () => {
  assert.equal(preview('Stuck in level 3.'), 'Stuck in level 3.');
  assert.equal(preview('x'.repeat(140)), 'x'.repeat(140));
});

test('a long message is cut to 140 characters', () => {
  assert.equal(preview('x'.repeat(141)), 'x'.repeat(140));
});

test('characters are code points: one outside the basic plane counts once and is never split', () => {
  assert.equal(preview('😀'.repeat(140)), '😀'.repeat(140));
  assert.equal(preview('😀'.repeat(141)), '😀'.repeat(140));
  assert.equal(preview(`a${'😀'.repeat(200)}`), `a${'😀'.repeat(139)}`);
});

test('a character of several code points is never split', () => {
  assert.equal(preview(`${'x'.repeat(135)}👨‍👩‍👧‍👦`), 'x'.repeat(135));
  assert.equal(preview(`a${'🇩🇪'.repeat(80)}`), `a${'🇩🇪'.repeat(69)}`);
});

test('white space is collapsed before the text is cut', () => {
  assert.equal(preview(`${' '.repeat(500)}a${' '.repeat(500)}b`), 'a b');
});

test('any message: the characters of the collapsed text that fit into 140 code points, well formed', () => {
  const unit = fc.oneof(fc.constantFrom(' ', '\n', '\t', '\u2028', '😀', 'é', 'e\u0301'), CODE_POINT);
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 300, size: 'max' }), (message) => {
      const collapsed = fromVisible(message)
        .split(/\s+/)
        .filter((word) => word !== '')
        .join(' ');
      assert.equal(preview(message), cutCharacters(collapsed, 140));
      assert.equal(preview(message).isWellFormed(), true);
    }),
  );
});
