import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { ApiError } from '../../src/api/api-error.ts';
import { Drafts, type Failure, withIdempotencyKey } from '../../src/data/outbox/drafts.ts';
import { refusalOf } from '../../src/data/outbox/refusal.ts';
import { MemoryStore } from '../../src/lib/storage.ts';
import { fieldText } from '../../src/ui/field-text.ts';

beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 0 }));
afterEach(() => mock.timers.reset());

test('a draft survives a reload, per ticket, kind and member', () => {
  const storage = new MemoryStore();
  const drafts = new Drafts(storage, 'mem_ada');
  drafts.set('tkt_1', 'reply', { text: 'To the player', seen: 'msg_1' });
  drafts.set('tkt_1', 'note', { text: 'To the team' });
  const again = new Drafts(storage, 'mem_ada');
  assert.equal(again.get('tkt_1', 'reply').text, 'To the player');
  assert.equal(again.get('tkt_1', 'reply').seen, 'msg_1');
  assert.equal(again.get('tkt_1', 'note').text, 'To the team');
  assert.equal(again.get('tkt_2', 'reply').text, '');
  assert.equal(new Drafts(storage, 'mem_bob').get('tkt_1', 'reply').text, '');
});

test('the tickets with a draft are one set until a draft changes', () => {
  const drafts = new Drafts(new MemoryStore(), 'mem_ada');
  drafts.set('tkt_1', 'reply', { text: 'x' });
  drafts.set('tkt_1', 'note', { text: 'y' });
  drafts.set('tkt_2', 'note', { text: 'z' });
  const before = drafts.tickets();
  assert.deepEqual([...before], ['tkt_1', 'tkt_2']);
  assert.equal(drafts.tickets(), before);
  drafts.set('tkt_2', 'note', { text: '' });
  assert.deepEqual([...drafts.tickets()], ['tkt_1']);
});

test('an empty draft is deleted, also from the storage', () => {
  const storage = new MemoryStore();
  const drafts = new Drafts(storage, 'mem_ada');
  drafts.set('tkt_1', 'reply', { text: 'x' });
  drafts.set('tkt_1', 'reply', { text: '' });
  assert.deepEqual([storage.length, drafts.get('tkt_1', 'reply').text], [0, '']);
});

test('the oldest of more than a hundred drafts is deleted, also after a reload', () => {
  const storage = new MemoryStore();
  const write = (drafts: Drafts, from: number, to: number) => {
    for (let n = from; n < to; n++) {
      mock.timers.tick(1);
      drafts.set(`tkt_${n}`, 'reply', { text: `${n}` });
    }
  };
  write(new Drafts(storage, 'mem_ada'), 0, 100);
  const again = new Drafts(storage, 'mem_ada');
  write(again, 100, 101);
  assert.equal(storage.length, 100);
  assert.deepEqual([again.get('tkt_0', 'reply').text, again.get('tkt_1', 'reply').text], ['', '1']);
});

test('stored values that are not drafts are skipped', () => {
  const storage = new MemoryStore();
  storage.setItem('draft:mem_ada:tkt_1:reply', '{"text":');
  storage.setItem('draft:mem_ada:tkt_2:reply', '{"text":7,"at":1}');
  const drafts = new Drafts(storage, 'mem_ada');
  assert.deepEqual([drafts.get('tkt_1', 'reply').text, drafts.get('tkt_2', 'reply').text], ['', '']);
});

test("the member's own reply counts as seen only if everything before it was seen", () => {
  const drafts = new Drafts(new MemoryStore(), 'mem_ada');
  drafts.set('tkt_1', 'reply', { text: 'more', seen: 'msg_1' });
  drafts.advance('tkt_1', 'msg_0', 'msg_9');
  assert.equal(drafts.get('tkt_1', 'reply').seen, 'msg_1');
  drafts.advance('tkt_1', 'msg_1', 'msg_2');
  assert.equal(drafts.get('tkt_1', 'reply').seen, 'msg_2');
});

test('the failures are those of the drafts, and the same array until one changes', () => {
  const drafts = new Drafts(new MemoryStore(), 'mem_ada');
  const entry = {
    id: 'a',
    ticketId: 'tkt_1',
    subject: 'Stuck',
    kind: 'reply',
    message: 'Hello',
    createdAt: 0,
    sendAt: 0,
  } as const;
  drafts.restore({ entry, slug: 'forbidden', text: 'No.' });
  assert.deepEqual(
    drafts.failures().map(({ slug }) => slug),
    ['forbidden'],
  );
  const before = drafts.failures();
  drafts.set('tkt_2', 'reply', { text: 'x' });
  assert.deepEqual(drafts.failures(), before);
  drafts.set('tkt_1', 'reply', { text: '' });
  assert.deepEqual(drafts.failures(), []);
});

test('a message that becomes a draft again has its files uploaded again if they are old', () => {
  const drafts = new Drafts(new MemoryStore(), 'mem_ada');
  const message = { ticketId: 'tkt_1', subject: 'Stuck', kind: 'reply', message: 'Hello' } as const;
  const file = { key: 'k', name: 'fix.log', size: 3 };
  const entry = { ...message, id: 'a', createdAt: 0, sendAt: 0, attachments: [{ ...file, id: 'att_friday' }] };
  drafts.restore({ entry, slug: 'ticket-changed', text: '' });
  // Without an id, `Uploads` looks how old the upload is.
  assert.deepEqual(drafts.get('tkt_1', 'reply').files, [file]);
});

test('a draft keeps the code of what was refused, also over a reload; an older one has only a text', () => {
  const storage = new MemoryStore();
  const message = { ticketId: 'tkt_1', subject: 'Stuck', kind: 'note', message: '@Bo' } as const;
  const entry = { ...message, id: 'a', createdAt: 0, sendAt: 0 };
  const named = { field: 'mentions', code: 'wrong-mentions' } as const;
  const errors = { mentions: ['In English.'] };
  const refused = new ApiError(400, { type: '/problems/validation', errors, problems: [named] });
  new Drafts(storage, 'mem_ada').restore({ entry, slug: 'validation', ...refusalOf(refused) });
  const shown = ({ problem, text }: Pick<Failure, 'problem' | 'text'>) =>
    fieldText({ ...problem, message: text }, (key, ..._params) => key);
  const [stored] = new Drafts(storage, 'mem_ada').failures();
  assert.ok(stored);
  assert.equal(shown(stored), 'field.mentions');
  assert.equal(stored.text, 'In English.');
  assert.equal(shown({ text: 'In English.' }), 'In English.');
  assert.match(shown(refusalOf(new ApiError(403, { type: '/problems/forbidden' }))), /permission/);
  assert.equal(refusalOf(new ApiError(400, { type: '/problems/validation', errors })).text, 'In English.');
});

test('a failed message keeps its key if it is sent again unchanged, and gets a new one otherwise', () => {
  const message = { ticketId: 'tkt_1', subject: 'Stuck', kind: 'reply', message: 'Hello', seen: 'msg_2' } as const;
  const entry = { ...message, id: 'a', seen: 'msg_1', createdAt: 0, sendAt: 0 };
  const lost = { entry, slug: 'offline', text: '' };
  assert.deepEqual(withIdempotencyKey(message, lost), { ...message, id: 'a', seen: 'msg_1' });
  const others = [
    withIdempotencyKey({ ...message, message: 'Hello!' }, lost),
    withIdempotencyKey({ ...message, status: 'closed' }, lost),
    withIdempotencyKey(message, { ...lost, slug: 'ticket-changed' }),
    withIdempotencyKey(message, undefined),
  ];
  for (const { id, seen } of others) assert.deepEqual([id === 'a', seen], [false, 'msg_2']);
});

test('a message that failed is a draft with its macros and changes again, before those that came since', () => {
  const drafts = new Drafts(new MemoryStore(), 'mem_ada');
  const entry = {
    id: 'a',
    ticketId: 'tkt_1',
    subject: 'Stuck',
    kind: 'reply',
    message: 'Hello',
    status: 'resolved',
    macroIds: ['mac_1'],
    changes: { priority: 'high', addTags: ['crash'] },
    createdAt: 0,
    sendAt: 0,
  } as const;
  drafts.set('tkt_1', 'reply', { text: 'more', macroIds: ['mac_2'], changes: { priority: 'low' } });
  const sent = { ...entry, macroIds: ['mac_1'], changes: { ...entry.changes, addTags: ['crash'] } };
  drafts.restore({ entry: sent, slug: 'validation', text: 'No.' });
  const { text, macroIds, changes } = drafts.get('tkt_1', 'reply');
  assert.equal(text, 'Hello\n\nmore');
  assert.deepEqual(macroIds, ['mac_1', 'mac_2']);
  assert.deepEqual(changes, { priority: 'low', addTags: ['crash'], status: 'resolved' });
  drafts.restore({
    entry: { ...sent, ticketId: 'tkt_2', macroIds: undefined, changes: undefined },
    slug: '',
    text: '',
  });
  assert.equal('changes' in drafts.get('tkt_2', 'reply'), false);
});

test('a message with other changes or macros gets another Idempotency-Key', () => {
  const message = { ticketId: 'tkt_1', subject: 's', kind: 'reply', message: 'm' } as const;
  const entry = {
    ...message,
    id: 'a',
    changes: { priority: 'high' },
    macroIds: ['mac_1'],
    createdAt: 0,
    sendAt: 0,
  } as const;
  const failure = { entry: { ...entry, macroIds: [...entry.macroIds] }, slug: 'validation', text: '' };
  const idOf = (fields: object) => withIdempotencyKey({ ...message, ...fields }, failure).id;
  assert.equal(idOf({ changes: { priority: 'high' }, macroIds: ['mac_1'] }), 'a');
  assert.notEqual(idOf({ macroIds: ['mac_1'] }), 'a');
  assert.notEqual(idOf({ changes: { priority: 'high' } }), 'a');
});

const aFile = { key: 'k1', name: 'game.log', size: 7 };

test('a draft of files alone survives a reload, and a draft without text and files is deleted', () => {
  const storage = new MemoryStore();
  const drafts = new Drafts(storage, 'mem_ada');
  drafts.set('tkt_1', 'reply', { text: '', files: [aFile] });
  assert.deepEqual(new Drafts(storage, 'mem_ada').get('tkt_1', 'reply').files, [aFile]);
  assert.deepEqual(new Drafts(storage, 'mem_ada').files(), ['k1']);
  drafts.set('tkt_1', 'reply', { text: '', files: [] });
  assert.equal(storage.length, 0);
});

test('what another tab deletes or sends leaves a newer text alone', () => {
  const storage = new MemoryStore();
  const [first, second] = [new Drafts(storage, 'mem_ada'), new Drafts(storage, 'mem_ada')];
  first.set('tkt_1', 'reply', { text: 'A long reply' });
  second.set('tkt_1', 'reply', { text: '' });
  assert.equal(new Drafts(storage, 'mem_ada').get('tkt_1', 'reply').text, 'A long reply');
  assert.equal(second.get('tkt_1', 'reply').text, 'A long reply');
});

test('a text that another tab wrote is never replaced: both are kept', () => {
  const storage = new MemoryStore();
  const [first, second] = [new Drafts(storage, 'mem_ada'), new Drafts(storage, 'mem_ada')];
  first.set('tkt_1', 'reply', { text: 'A long reply', files: [aFile] });
  second.set('tkt_1', 'reply', { text: 'ok' });
  const { text, files } = new Drafts(storage, 'mem_ada').get('tkt_1', 'reply');
  assert.deepEqual([text, files], ['A long reply\n\nok', [aFile]]);
  second.set('tkt_1', 'reply', { text: 'A long reply' });
  assert.equal(new Drafts(storage, 'mem_ada').get('tkt_1', 'reply').text, 'A long reply');
});

test('all tabs have the same draft, and are told when it changes', () => {
  const storage = new MemoryStore();
  const [first, second] = [new Drafts(storage, 'mem_ada'), new Drafts(storage, 'mem_ada')];
  let told = 0;
  second.subscribe(() => told++);
  first.set('tkt_1', 'reply', { text: 'A long reply' });
  second.reload('draft:mem_ada:tkt_1:reply');
  assert.deepEqual([second.get('tkt_1', 'reply').text, told], ['A long reply', 1]);
  second.set('tkt_1', 'reply', { text: '' });
  first.reload();
  assert.deepEqual([first.get('tkt_1', 'reply').text, storage.length], ['', 0]);
});
