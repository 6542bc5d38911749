import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withInserted, withoutChange, withText } from '../../src/data/draft-macros.ts';
import { withVariables } from '../../src/data/fill-draft.ts';
import type { Draft, DraftChanges } from '../../src/data/outbox/drafts.ts';
import { draftOf } from '../../src/data/outbox/join-drafts.ts';

/** Inserts a macro at the draft's end. */
function inserted(draft: Draft, id: string, text: string, changes: DraftChanges = {}): Draft {
  return withInserted(draft, draft.text + text, { id, text, changes }, draft.text.length);
}
const empty: Draft = { text: '' };
const known = inserted(empty, 'known', 'We know about it.', { status: 'resolved', addTags: ['bug'], assigneeId: 'me' });
const idsAfter = (draft: Draft, text: string) => withText(draft, text).draft.macroIds;

test('when the text of a macro is gone, its changes and its id go', () => {
  assert.deepEqual(known.macroIds, ['known']);
  assert.deepEqual(known.changes, { status: 'resolved', addTags: ['bug'], assigneeId: 'me' });
  const typed = withText(known, 'P').draft;
  assert.deepEqual(withText(typed, 'Please wait.').draft, { text: 'Please wait.' });
  assert.deepEqual(withText(known, '').draft, { text: '' });
});

test('a macro stays while half of its text is left, whatever is written around and inside', () => {
  for (const text of [
    'Hello! We know about it.',
    'We know about it. Bye!',
    'We all know about it.',
    'We know about it',
    'now about it.',
    'We still do not know anything more about it.',
  ]) {
    assert.deepEqual(idsAfter(known, text), ['known'], text);
  }
  for (const text of ['We know', 'about it', 'Sorry!']) assert.equal(idsAfter(known, text), undefined, text);
});

test('what is written and corrected inside of a macro does not count as its text', () => {
  let draft: Draft = known;
  for (let round = 0; round < 20; round++) {
    draft = withText(draft, 'We know, dear player, about it.').draft;
    draft = withText(draft, 'We know about it.').draft;
  }
  assert.deepEqual(draft.macroIds, ['known']);
  const long = withText(known, 'We know, dear player, who has waited for so long, about it.').draft;
  assert.equal(idsAfter(long, ', dear player, who has waited for so long,'), undefined);
});

test('of several macros the later one wins; when it goes, the earlier one counts again', () => {
  const more = inserted({ ...known, text: `${known.text}` }, 'later', ' Wait.', {
    status: 'closed',
    addTags: ['x', 'bug'],
  });
  assert.deepEqual(more.macroIds, ['known', 'later']);
  assert.deepEqual(more.changes, { status: 'closed', addTags: ['bug', 'x'], assigneeId: 'me' });
  assert.deepEqual(withText(more, 'We know about it.').draft.changes, known.changes);
  const last = withText(more, ' Wait.').draft;
  assert.deepEqual([last.macroIds, last.changes], [['later'], { status: 'closed', addTags: ['x', 'bug'] }]);
  // Before the other one, which moves.
  const before = withInserted(known, `Hi. ${known.text}`, { id: 'hi', text: 'Hi. ', changes: {} }, 0);
  assert.deepEqual(idsAfter(before, known.text), ['known']);
  assert.deepEqual(idsAfter(before, 'Hi. '), ['hi']);
  const twice = inserted(known, 'known', known.text);
  assert.deepEqual([twice.macroIds, idsAfter(twice, known.text)], [['known'], ['known']]);
});

test('an undo or a paste brings a macro back, typing its text does not', () => {
  const { draft, gone } = withText(withoutChange(known, 'assigneeId'), '');
  assert.equal(draft.macroIds, undefined);
  const back = withText(draft, known.text, gone);
  assert.deepEqual([back.draft.macroIds, back.draft.changes], [['known'], { status: 'resolved', addTags: ['bug'] }]);
  assert.deepEqual(back.gone, []);
  let typed = withText(draft, '', gone);
  for (let end = 1; end <= known.text.length; end++) {
    typed = withText(typed.draft, known.text.slice(0, end), typed.gone);
  }
  assert.equal(typed.draft.macroIds, undefined);
});

test('what is written beside a text that was typed brings no macro back', () => {
  const { gone } = withText(known, '');
  const again = withText({ text: `${known.text} Or:` }, `${known.text} Or: a link that was pasted`, gone);
  assert.deepEqual([again.draft.macroIds, again.gone], [undefined, gone]);
  const before = withText({ text: known.text }, `A link that was pasted. ${known.text}`, gone);
  assert.equal(before.draft.macroIds, undefined);
  const half = withText({ text: 'We know about' }, known.text, gone);
  assert.equal(half.draft.macroIds, undefined);
  const twice = withText({ text: known.text }, `${known.text} ${known.text}`, gone);
  assert.deepEqual(twice.draft.macroIds, ['known']);
  assert.deepEqual(idsAfter(twice.draft, known.text), undefined);
});

test('a macro goes when another one replaces its text', () => {
  const other = { id: 'other', text: 'Please wait.', changes: {} };
  assert.deepEqual(withInserted(known, other.text, other, 0).changes, undefined);
  assert.deepEqual(withInserted(known, other.text, other, 0).macroIds, ['other']);
});

test('a draft that an older version stored loses its changes with its text', () => {
  const old: Draft = { text: 'We know about it.', macroIds: ['a', 'b'], changes: { status: 'closed', addTags: ['x'] } };
  const longer = withText(old, 'Hello! We know about it.').draft;
  assert.deepEqual([longer.macroIds, longer.changes], [['a', 'b'], { status: 'closed', addTags: ['x'] }]);
  assert.deepEqual(withText(old, 'Other').draft, { text: 'Other' });
  assert.deepEqual(withoutChange(old, 'status').changes, { addTags: ['x'] });
});

test('variables that get their values later keep the macro', () => {
  const macro = inserted({ text: '{{ticket.id}}: ' }, 'thanks', 'Hi {{player.userId}}, thank you {{player.userId}}!');
  const values = { 'player.userId': 'x', 'ticket.id': 'tkt_1' } as Parameters<typeof withVariables>[1];
  const filled = withVariables(macro, values);
  assert.equal(filled.text, 'tkt_1: Hi x, thank you x!');
  assert.deepEqual(filled.macroIds, ['thanks']);
  assert.equal(idsAfter(filled, 'tkt_1: '), undefined);
});

test('each change can be removed, and stays removed', () => {
  const draft = inserted(empty, 'a', 'Text', { status: 'closed', addTags: ['a', 'b'], assigneeId: null });
  const one = withoutChange(draft, 'addTags', 'a');
  assert.deepEqual(one.changes, { status: 'closed', assigneeId: null, addTags: ['b'] });
  const two = withoutChange(withoutChange(one, 'addTags', 'b'), 'status');
  assert.deepEqual(two.changes, { assigneeId: null });
  assert.deepEqual(withText(two, 'Text, and more').draft.changes, { assigneeId: null });
  const none = withoutChange(two, 'assigneeId');
  assert.deepEqual([none.changes, none.macroIds], [undefined, ['a']]);
});

test('at most as many macros and tags as a request may have', () => {
  const tags = Array.from({ length: 15 }, (_, index) => `t${index}`);
  const draft = Array.from({ length: 7 }).reduce<Draft>(
    (before, _, index) => inserted(before, `${index}`, `${index}.`, { addTags: tags.map((tag) => `${tag}-${index}`) }),
    empty,
  );
  assert.deepEqual(draft.macroIds, ['2', '3', '4', '5', '6']);
  assert.equal(draft.changes?.addTags?.length, 20);
});

test('a message that was not sent is a draft whose macros still go with their texts', () => {
  const { text: message, macros, macroIds } = known;
  const changes = { assigneeId: 'me', addTags: ['bug'] };
  const entry = {
    id: 'a',
    kind: 'reply',
    ticketId: 't',
    subject: 's',
    createdAt: 0,
    sendAt: 0,
    seen: 'msg_1',
  } as const;
  const sent = { ...entry, message, macros, macroIds, changes, status: 'resolved' } as const;
  assert.deepEqual(draftOf(sent, empty), { ...known, seen: 'msg_1' });
  const both = draftOf(sent, inserted({ text: 'Or: ' }, 'new', 'Wait a moment.', { priority: 'high' }));
  assert.equal(both.text, 'We know about it.\n\nOr: Wait a moment.');
  assert.deepEqual(both.changes, { ...known.changes, priority: 'high' });
  assert.deepEqual(withText(both, 'Or: Wait a moment.').draft.changes, { priority: 'high' });
  assert.deepEqual(idsAfter(both, 'We know about it.\n\nOr: '), ['known']);
  assert.deepEqual(draftOf({ ...entry, message: 'Hello', status: 'closed' }, empty), { text: 'Hello', seen: 'msg_1' });
});
