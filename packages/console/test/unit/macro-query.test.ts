import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMacros, macroQuery } from '../../src/parts/macros/macro-query.ts';
import { aMacro } from '../helpers/a-macro.ts';

test('a slash at the start of a word searches for a macro', () => {
  assert.deepEqual(macroQuery('/', 1), { start: 0, query: '' });
  assert.deepEqual(macroQuery('Hello /ref', 10), { start: 6, query: 'ref' });
  assert.deepEqual(macroQuery('Hello\n/rückgabe more', 15), { start: 6, query: 'rückgabe' });
});

test('a slash inside a word or URL, or after the caret, does not', () => {
  assert.equal(macroQuery('and/or', 6), undefined);
  assert.equal(macroQuery('https://example.com', 19), undefined);
  assert.equal(macroQuery('/ref', 0), undefined);
  assert.equal(macroQuery('/ref done', 9), undefined);
});

test('macros of the project and of all projects are found by a part of their name, prefixes first', () => {
  const macro = (name: string, projectId: string | null = null) => aMacro({ name, projectId });
  const macros = [
    macro('No refund'),
    macro('Refund: granted', 'prj_1'),
    macro('Refund: other', 'prj_2'),
    macro('Hello'),
  ];
  const found = (query: string) => findMacros(macros, 'prj_1', query).map(({ name }) => name);
  assert.deepEqual(found('REF'), ['Refund: granted', 'No refund']);
  assert.deepEqual(found('norefund'), ['No refund']);
  assert.deepEqual(found(''), ['Hello', 'No refund', 'Refund: granted']);
  assert.deepEqual(found('x'), []);
});

test('a text is found after all names, and macros that are used more come first', () => {
  const macros = [
    aMacro({ name: 'Rare refund', uses: 1 }),
    aMacro({ name: 'Often refund', uses: 7 }),
    aMacro({ name: 'Thanks', body: 'Your re fund is on its way.', uses: 99 }),
    aMacro({ name: 'Danke', body: 'b', texts: { de: 'REFUND' } }),
    aMacro({ name: 'Other', body: 'b' }),
  ];
  assert.deepEqual(
    findMacros(macros, 'prj_1', 'refund').map(({ name }) => name),
    ['Often refund', 'Rare refund', 'Thanks', 'Danke'],
  );
});
