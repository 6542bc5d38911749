import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { FILE_TEXTS } from '../../src/files/texts.ts';
import { KNOWN_TEXTS } from '../../src/known/texts.ts';
import { languageOf } from '../../src/locale.ts';
import { ENGLISH, fill } from '../../src/texts.ts';

const FOLDER = path.join(import.meta.dirname, '../../src/locales');
const LOCALES = readdirSync(FOLDER).map((name) => path.basename(name, '.json'));

const ALL = { ...ENGLISH, ...FILE_TEXTS, ...KNOWN_TEXTS };
const variables = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

suite('texts', () => {
  test('there are ten languages', () => {
    assert.deepEqual(LOCALES.sort(), ['ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-Hans']);
  });

  for (const locale of LOCALES) {
    test(`${locale} has each text, with the same variables, and no other`, () => {
      const texts = JSON.parse(readFileSync(path.join(FOLDER, `${locale}.json`), 'utf8')) as Record<string, string>;
      assert.deepEqual(Object.keys(texts), Object.keys(ALL));
      for (const [key, english] of Object.entries(ALL)) {
        assert.deepEqual(variables(texts[key] ?? ''), variables(english), key);
        assert.ok(texts[key]?.trim(), key);
      }
    });
  }

  test('a variable is filled with text, once', () => {
    assert.equal(fill('{count} of {other} {count}', { count: '{other} $&' }), '{other} $& of {other} {other} $&');
  });
});

test('a locale leads to the language that its player can read', () => {
  const expected: Record<string, string> = {
    de: 'de',
    'de-AT': 'de',
    'de_DE.UTF-8': 'de',
    'pt-PT': 'pt-BR',
    pt: 'pt-BR',
    zh: 'zh-Hans',
    'zh-CN': 'zh-Hans',
    'zh-TW': 'en',
    'zh-Hant': 'en',
    'ar-EG': 'ar',
    sr: 'en',
    '': 'en',
    '<b>': 'en',
  };
  for (const [locale, language] of Object.entries(expected)) assert.equal(languageOf([locale]), language, locale);
  assert.equal(languageOf(['sv', 'fr-CA', 'de']), 'fr');
});
