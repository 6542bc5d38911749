import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCALES } from '@player-support/contract/locales';
import { localeName } from '../../src/i18n/locale-name.ts';

test('every locale has a name of its own, in each language of the console', () => {
  for (const language of ['en', 'de']) {
    const names = LOCALES.map((locale) => localeName(locale, language));
    for (const [index, name] of names.entries()) assert.notEqual(name, LOCALES[index]);
    assert.equal(new Set(names).size, LOCALES.length);
  }
});

test('the two kinds of Chinese can be told apart', () => {
  assert.deepEqual(
    ['zh', 'zh-Hant', 'pt', 'pt-PT'].map((locale) => localeName(locale, 'en')),
    ['Simplified Chinese', 'Traditional Chinese', 'Portuguese', 'European Portuguese'],
  );
});
