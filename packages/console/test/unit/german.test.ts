import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { CATALOGUES } from '../../src/i18n/catalogues.ts';

const GLOSSARY = path.resolve(import.meta.dirname, '../../../../docs/glossary.md');

const rows = (readFileSync(GLOSSARY, 'utf8').split('\n## German\n')[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()));

const catalogues = await Promise.all(Object.values(CATALOGUES).map(async ({ de }) => (await de()).texts));
const texts = catalogues.flatMap((catalogue) =>
  Object.entries(catalogue).flatMap(([key, text]) =>
    (typeof text === 'string' ? [text] : [text.one, text.other]).map((one) => [key, one] as const),
  ),
);

test('the German texts have no word that the glossary forbids', () => {
  const forbidden = rows.flatMap(([, , , words = '']) => words.split(', ').filter((word) => word !== ''));
  assert.ok(forbidden.length > 30);
  const patterns = forbidden.map((word) => new RegExp(`(?<![\\p{L}-])${word}`, 'iu'));
  const found = texts.filter(([, text]) => patterns.some((pattern) => pattern.test(text)));
  assert.deepEqual(found, []);
});

test('the German texts address members with du', () => {
  assert.deepEqual(
    texts.filter(([, text]) => /(?<!^|[.:?!] )\b(?:Sie|Ihnen|Ihre?[mnrs]?)\b/u.test(text)),
    [],
  );
});
