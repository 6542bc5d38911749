import assert from 'node:assert/strict';
import { test } from 'node:test';
import { macroText, withMacro, withoutChange } from '../../src/macros/macro-content.ts';
import type { Draft } from '../../src/outbox/drafts.ts';
import { aMacro } from '../helpers/a-macro.ts';

test('a player gets the text of the language with its region, of the language, or the main text', () => {
  const macro = aMacro({ body: 'main', texts: { de: 'Deutsch', 'de-AT': 'Austrian', zh: 'simplified' } });
  const text = (locale: string | null) => macroText(macro, locale);
  assert.deepEqual(['de_AT', 'de-CH', 'de', 'zh-TW', 'fr', null, 'no locale!'].map(text), [
    'Austrian',
    'Deutsch',
    'Deutsch',
    'main',
    'main',
    'main',
    'main',
  ]);
  const german = aMacro({ body: 'Deutsch', texts: { en: 'English' } });
  assert.deepEqual(
    ['de', 'fr', 'en-GB'].map((locale) => macroText(german, locale)),
    ['Deutsch', 'Deutsch', 'English'],
  );
});

test('a reply has the changes of its macros, and later ones win', () => {
  const plain = withMacro({ text: 'x' }, aMacro({ id: 'a' }), 'mem_1');
  assert.deepEqual(plain, { text: 'x', macroIds: ['a'] });
  const first = aMacro({ id: 'b', actions: { status: 'resolved', addTags: ['one'], assignee: 'me' } });
  const second = aMacro({ id: 'c', actions: { priority: 'high', addTags: ['two', 'one'], assignee: 'nobody' } });
  const both = withMacro(withMacro(withMacro(plain, first, 'mem_1'), second, 'mem_1'), second, 'mem_1');
  assert.deepEqual(both.macroIds, ['a', 'b', 'c']);
  assert.deepEqual(both.changes, { status: 'resolved', addTags: ['one', 'two'], assigneeId: null, priority: 'high' });
  const pending = aMacro({ id: 'd', actions: { status: 'pending' } });
  assert.equal(withMacro({ text: '' }, pending, 'mem_1').changes, undefined, 'each reply makes a ticket pending');
});

test('at most as many macros and tags as a request may have', () => {
  const tags = Array.from({ length: 15 }, (_, index) => `t${index}`);
  const used = Array.from({ length: 7 }, (_, index) =>
    aMacro({ id: `${index}`, actions: { addTags: tags.map((tag) => `${tag}-${index}`) } }),
  );
  const draft = used.reduce<Draft>((before, macro) => withMacro(before, macro, 'mem_1'), { text: '' });
  assert.deepEqual(draft.macroIds, ['2', '3', '4', '5', '6']);
  assert.equal(draft.changes?.addTags?.length, 20);
});

test('each change can be removed, the last one with all that is left of them', () => {
  const changes = { status: 'closed', addTags: ['a', 'b'], assigneeId: null } as const;
  const draft = { text: 'x', changes: { ...changes, addTags: ['a', 'b'] } };
  const one = withoutChange(draft, 'addTags', 'a');
  assert.deepEqual(one.changes, { status: 'closed', assigneeId: null, addTags: ['b'] });
  const two = withoutChange(withoutChange(one, 'addTags', 'b'), 'status');
  assert.deepEqual(two.changes, { assigneeId: null });
  assert.deepEqual(withoutChange(two, 'assigneeId'), { text: 'x', changes: undefined });
});
