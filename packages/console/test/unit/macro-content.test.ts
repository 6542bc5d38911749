import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, macroText } from '../../src/data/macro-content.ts';
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

test('what a macro changes in a ticket, with the author of the reply for "me"', () => {
  const actions = { status: 'resolved', priority: 'high', addTags: ['one'], assignee: 'me' } as const;
  const changes = { status: 'resolved', priority: 'high', addTags: ['one'], assigneeId: 'mem_1' };
  assert.deepEqual(changesOf({ ...actions, addTags: ['one'] }, 'mem_1'), changes);
  assert.deepEqual(changesOf({ assignee: 'nobody' }, 'mem_1'), { assigneeId: null });
  assert.deepEqual(changesOf({ status: 'pending' }, 'mem_1'), {}, 'each reply makes a ticket pending');
});
