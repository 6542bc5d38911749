import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VISIBLE as PATTERN } from '@player-support/contract/visible-text';
import { isValid, VISIBLE } from '../../src/valid-text.ts';

test('a text is blank where the server says so', () => {
  assert.equal(VISIBLE.source, PATTERN);
  for (const blank of ['', ' ', '\u3164', '\u2800\u200b', '\u00ad']) assert.equal(isValid(blank, 120), false);
  assert.deepEqual([isValid('\u3164!', 120), isValid('x'.repeat(121), 120)], [true, false]);
});
