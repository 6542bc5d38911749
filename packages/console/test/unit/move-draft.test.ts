import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drafts, withIdempotencyKey } from '../../src/data/outbox/drafts.ts';
import { draftOf, together } from '../../src/data/outbox/join-drafts.ts';
import { MemoryStore } from '../../src/lib/storage.ts';
import { readAfterSending } from '../../src/ticket/after-sending.ts';
import { firstKind, moveDraft } from '../../src/ticket/move-draft.ts';

const FILE = { key: 'a', name: 'a.png', type: 'image/png', size: 1 };
const drafts = () => new Drafts(new MemoryStore(), 'mem_ada');

test('a draft goes to the other kind and back, with its files, macros and what it has seen', () => {
  const all = drafts();
  const changes = { status: 'resolved' } as const;
  const macros = [{ id: 'mac_1', text: 'Hello', kept: [{ start: 0, end: 5 }], changes }];
  const draft = { text: 'Hello', files: [FILE], seen: 'msg_1', macros, macroIds: ['mac_1'], changes };
  all.set('tkt_1', 'reply', draft);
  moveDraft(all, 'tkt_1', 'reply', 'note');
  assert.equal(all.get('tkt_1', 'reply').text, '');
  const { at: _, ...note } = { at: 0, ...all.get('tkt_1', 'note') };
  assert.deepEqual(note, { ...draft, writtenAs: 'reply' });
  moveDraft(all, 'tkt_1', 'note', 'reply');
  const { at: __, ...reply } = { at: 0, ...all.get('tkt_1', 'reply') };
  assert.deepEqual(reply, { ...draft, writtenAs: 'reply' });
  assert.equal(all.get('tkt_1', 'note').text, '');
});

test('a draft overwrites no other text or file, and an empty one moves nothing', () => {
  const all = drafts();
  const texts = () => (['reply', 'note'] as const).map((kind) => all.get('tkt_1', kind).text);
  all.set('tkt_1', 'reply', { text: 'To the player' });
  all.set('tkt_1', 'note', { text: 'To the team' });
  moveDraft(all, 'tkt_1', 'reply', 'note');
  moveDraft(all, 'tkt_1', 'note', 'reply');
  assert.deepEqual(texts(), ['To the player', 'To the team']);
  all.set('tkt_1', 'note', { text: '', files: [FILE] });
  moveDraft(all, 'tkt_1', 'reply', 'note');
  moveDraft(all, 'tkt_1', 'reply', 'reply');
  assert.deepEqual([texts(), all.get('tkt_1', 'note').files], [['To the player', ''], [FILE]]);
  all.set('tkt_1', 'reply', { text: ' ' });
  moveDraft(all, 'tkt_1', 'reply', 'note');
  assert.deepEqual(all.get('tkt_1', 'note').files, [FILE]);
});

test('what was edited as a note stays one, also if it began as a reply', () => {
  const all = drafts();
  const marks = () => (['reply', 'note'] as const).map((kind) => all.get('tkt_1', kind).writtenAs);
  all.set('tkt_1', 'reply', { text: 'Hello' });
  moveDraft(all, 'tkt_1', 'reply', 'note');
  all.set('tkt_1', 'note', { ...all.get('tkt_1', 'note'), text: 'Hello. Is it a cheater?' });
  moveDraft(all, 'tkt_1', 'note', 'reply');
  assert.deepEqual(marks(), ['note', undefined]);
  moveDraft(all, 'tkt_1', 'reply', 'note');
  moveDraft(all, 'tkt_1', 'note', 'reply');
  assert.deepEqual(marks(), ['note', undefined]);
  all.set('tkt_2', 'reply', { text: 'Hello' });
  moveDraft(all, 'tkt_2', 'reply', 'note');
  all.set('tkt_2', 'note', { ...all.get('tkt_2', 'note'), files: [FILE] });
  assert.equal(all.get('tkt_2', 'note').writtenAs, 'note');
});

test('a note that is joined with a reply stays one, also after an undo or a refusal', () => {
  const message = { kind: 'reply', id: 'key', ticketId: 'tkt_1', subject: '', createdAt: 0, sendAt: 0 } as const;
  const reply = { ...message, message: 'Hello' };
  const all = drafts();
  all.set('tkt_1', 'note', { text: 'A cheater?' });
  moveDraft(all, 'tkt_1', 'note', 'reply');
  all.restore({ entry: reply, slug: 'ticket-changed', text: '' });
  const { text, writtenAs } = all.get('tkt_1', 'reply');
  assert.deepEqual([text, writtenAs], ['Hello\n\nA cheater?', 'note']);
  assert.equal(draftOf({ ...reply, writtenAs: 'note' }, { text: 'Later' }).writtenAs, 'note');
  assert.equal(draftOf(reply, { text: '', writtenAs: 'note' }).writtenAs, undefined);
  // In the notes' field, a text without a mark is a note.
  assert.equal(together({ text: 'Moved', writtenAs: 'reply' }, { text: 'A cheater?' }).writtenAs, undefined);
});

test('what another tab has just written stays apart', () => {
  const storage = new MemoryStore();
  const [all, other] = [new Drafts(storage, 'mem_ada'), new Drafts(storage, 'mem_ada')];
  all.set('tkt_1', 'note', { text: 'A cheater?' });
  other.set('tkt_1', 'reply', { text: 'Hello' });
  moveDraft(all, 'tkt_1', 'note', 'reply');
  const texts = (['reply', 'note'] as const).map((kind) => all.get('tkt_1', kind).text);
  assert.deepEqual(texts, ['Hello', 'A cheater?']);
});

test('a ticket opens with what was written: the note only without a reply', () => {
  const all = drafts();
  assert.equal(firstKind(all, 'tkt_1'), 'reply');
  all.set('tkt_1', 'note', { text: 'To the team' });
  assert.equal(firstKind(all, 'tkt_1'), 'note');
  all.set('tkt_1', 'reply', { text: '', files: [FILE] });
  assert.equal(firstKind(all, 'tkt_1'), 'reply');
});

test('a refused reply that becomes a note is another message for the server', () => {
  const message = { ticketId: 'tkt_1', subject: 'Stuck', message: 'Hello' };
  const entry = { ...message, kind: 'reply', id: 'key', createdAt: 0, sendAt: 0 } as const;
  const failure = { entry, slug: 'forbidden', text: '' };
  assert.equal(withIdempotencyKey({ ...message, kind: 'reply' }, failure).id, 'key');
  assert.notEqual(withIdempotencyKey({ ...message, kind: 'note' }, failure).id, 'key');
});

test('what happens after sending is read also from what an earlier version stored', () => {
  const stored = ['"stay"', '"back"', '"next"', 'true', 'false', '"elsewhere"', '{', undefined];
  assert.deepEqual(stored.map(readAfterSending), ['stay', 'back', 'next', 'next', 'stay', 'next', 'next', 'next']);
});
