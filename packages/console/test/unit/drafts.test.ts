import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Drafts, sameAgain } from '../../src/outbox/drafts.ts';
import { MemoryStore } from '../../src/outbox/storage.ts';

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

test('an emptied draft is gone, also from the storage', () => {
  const storage = new MemoryStore();
  const drafts = new Drafts(storage, 'mem_ada');
  drafts.set('tkt_1', 'reply', { text: 'x' });
  drafts.set('tkt_1', 'reply', { text: '' });
  assert.deepEqual([storage.length, drafts.get('tkt_1', 'reply').text], [0, '']);
});

test('of more than a hundred the oldest goes, also after a reload', () => {
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

test('what is stored and is no draft is passed over', () => {
  const storage = new MemoryStore();
  storage.setItem('draft:mem_ada:tkt_1:reply', '{"text":');
  storage.setItem('draft:mem_ada:tkt_2:reply', '{"text":7,"at":1}');
  const drafts = new Drafts(storage, 'mem_ada');
  assert.deepEqual([drafts.get('tkt_1', 'reply').text, drafts.get('tkt_2', 'reply').text], ['', '']);
});

test("a draft that had seen everything has still done so after one's own reply, and only then", () => {
  const drafts = new Drafts(new MemoryStore(), 'mem_ada');
  drafts.set('tkt_1', 'reply', { text: 'more', seen: 'msg_1' });
  drafts.advance('tkt_1', 'msg_0', 'msg_9');
  assert.equal(drafts.get('tkt_1', 'reply').seen, 'msg_1');
  drafts.advance('tkt_1', 'msg_1', 'msg_2');
  assert.equal(drafts.get('tkt_1', 'reply').seen, 'msg_2');
});

test('the failures are those of the drafts, and the same array while none changes', () => {
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
  drafts.putBack({ entry, slug: 'forbidden', text: 'No.' });
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

test('what failed and is sent again unchanged has the same key and has seen the same; else it is another message', () => {
  const message = { ticketId: 'tkt_1', subject: 'Stuck', kind: 'reply', message: 'Hello', seen: 'msg_2' } as const;
  const entry = { ...message, id: 'a', seen: 'msg_1', createdAt: 0, sendAt: 0 };
  const lost = { entry, slug: 'offline', text: '' };
  assert.deepEqual(sameAgain(message, lost), { ...message, id: 'a', seen: 'msg_1' });
  const others = [
    sameAgain({ ...message, message: 'Hello!' }, lost),
    sameAgain({ ...message, status: 'closed' }, lost),
    sameAgain(message, { ...lost, slug: 'ticket-changed' }),
    sameAgain(message, undefined),
  ];
  for (const { id, seen } of others) assert.deepEqual([id === 'a', seen], [false, 'msg_2']);
});
