import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError } from '../../src/api/api-error.ts';
import { Drafts } from '../../src/data/outbox/drafts.ts';
import { isMessage, type MessageEntry, type OutboxEntry } from '../../src/data/outbox/entries.ts';
import { type Delivered, Outbox, UNDO_MS } from '../../src/data/outbox/outbox.ts';
import { MemoryStore, type Store } from '../../src/lib/storage.ts';

/** Idempotent. It refuses a reply that has not seen the newest message. */
class FakeServer {
  readonly written: { id: string; message: string }[] = [];
  readonly #receipts = new Map<string, { body: string; id: string }>();
  /**
   * Results of the next attempts. `lost`: saved without a response. `unreached`, `down`, `broken`:
   * not saved.
   */
  readonly trouble: ('lost' | 'unreached' | 'down' | 'broken' | 'refused' | 'signed-out' | 'mentions')[] = [];
  attempts = 0;
  /** It answers no request before this. */
  answering: Promise<void> | undefined;

  async take(entry: OutboxEntry): Promise<Delivered> {
    const { id: key, kind } = entry;
    const { message, seen, status } = isMessage(entry) ? entry : { message: JSON.stringify(entry) };
    this.attempts++;
    const trouble = this.trouble.shift();
    if (this.answering !== undefined) await this.answering;
    if (trouble === 'unreached') throw new ApiError(0, { type: 'offline' });
    if (trouble === 'down') throw new ApiError(503, { type: '/problems/unavailable' });
    if (trouble === 'broken') throw new ApiError(500, { type: '/problems/internal' });
    if (trouble === 'signed-out') throw new ApiError(401, { type: '/problems/unauthorized' });
    if (trouble === 'mentions') throw new ApiError(429, { type: '/problems/mention-limit' }, 3600);
    if (trouble === 'refused') throw new ApiError(403, { type: '/problems/forbidden' });
    const body = JSON.stringify([kind, message, status, seen]);
    const receipt = this.#receipts.get(key);
    if (receipt !== undefined && receipt.body !== body) throw new ApiError(409, { type: '/p/idempotency-conflict' });
    const newest = this.written.at(-1)?.id;
    if (receipt === undefined && kind === 'reply' && seen !== undefined && newest !== undefined && seen !== newest) {
      throw new ApiError(409, { type: '/problems/ticket-changed' });
    }
    const id = receipt?.id ?? `msg_${this.written.length + 1}`;
    if (receipt === undefined) {
      this.#receipts.set(key, { body, id });
      this.written.push({ id, message });
    }
    if (trouble === 'lost') throw new ApiError(0, { type: 'offline' });
    return { messageId: id };
  }

  get texts(): string[] {
    return this.written.map(({ message }) => message);
  }
}

/** `dead`: its requests have no effect. */
function openTab(storage: Store, server: FakeServer, memberId = 'mem_ada') {
  const tab = { dead: false, offline: false, signedOut: 0, gone: [] as string[] };
  /** End the upload of a message's files. */
  const uploads: ((error?: Error) => void)[] = [];
  const drafts = new Drafts(storage, memberId);
  const failed: string[] = [];
  const outbox = new Outbox({
    storage,
    memberId,
    isOffline: () => tab.offline,
    prepare: (entry) =>
      new Promise((resolve, reject) => {
        if (!isMessage(entry)) return resolve(entry);
        const attachments = entry.attachments?.map((file) => ({ ...file, id: `att_${file.key}` }));
        uploads.push((error) => (error === undefined ? resolve({ ...entry, attachments }) : reject(error)));
      }),
    deliver: async (entry) => {
      if (tab.dead) return new Promise<Delivered>(() => undefined);
      const answer = await server.take(entry);
      return tab.dead ? new Promise<Delivered>(() => undefined) : answer;
    },
    onSent: (entry, { messageId }) => {
      if (isMessage(entry) && messageId !== undefined) drafts.advance(entry.ticketId, entry.seen, messageId);
    },
    onFailed: (entry, error) => {
      const slug = error instanceof ApiError ? error.slug : 'old';
      failed.push(slug);
      if (isMessage(entry)) drafts.restore({ entry, slug, text: slug });
    },
    onSignedOut: () => void tab.signedOut++,
    onGone: ({ id }) => void tab.gone.push(id),
    exclusively: (name, run, signal) => locks.request(name, run, signal),
  });
  outbox.start();
  return { outbox, drafts, failed, tab, uploads };
}

const window = new EventTarget();
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
  Object.defineProperty(globalThis, name, { value: window[name].bind(window), configurable: true });
}

class Locks {
  readonly #held = new Set<string>();
  #waiting: (() => void)[] = [];

  async request(name: string, run: () => Promise<void>, signal: AbortSignal): Promise<void> {
    while (this.#held.has(name)) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        signal.addEventListener('abort', () => resolve());
      });
      if (signal.aborted) return;
    }
    this.#held.add(name);
    await run().finally(() => this.#release(name));
  }

  /** All tabs that hold locks have crashed. */
  clear(): void {
    for (const name of this.#held) this.#release(name);
  }

  #release(name: string): void {
    this.#held.delete(name);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
const locks = new Locks();
const reply = (id: string, message: string, more: Partial<MessageEntry> = {}) => ({
  id,
  ticketId: 'tkt_1',
  subject: 'Stuck',
  kind: 'reply' as const,
  message,
  ...more,
});
async function pass(milliseconds: number): Promise<void> {
  mock.timers.tick(milliseconds);
  for (let turns = 0; turns < 20; turns++) await turn();
}

beforeEach(() => {
  locks.clear();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2026, 0, 1) });
});
afterEach(() => mock.timers.reset());

test('a message is sent once after the undo time, and removed from the outbox and the storage', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox } = openTab(storage, server);
  outbox.add(reply('a', 'Hello', { seen: 'msg_0' }));
  await pass(UNDO_MS - 1);
  assert.deepEqual([server.texts, outbox.entries().length], [[], 1]);
  await pass(1);
  assert.deepEqual([server.texts, outbox.entries().length, storage.length], [['Hello'], 0, 0]);
});

test('a note with too many mentions is a draft again at once, instead of waiting for an hour', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox, drafts, failed } = openTab(storage, server);
  server.trouble.push('mentions');
  outbox.add({ ...reply('a', 'Look @Ada'), kind: 'note', mentions: ['mem_1'] });
  await pass(UNDO_MS);
  assert.deepEqual([failed, outbox.entries().length, server.attempts], [['mention-limit'], 0, 1]);
  assert.equal(drafts.get('tkt_1', 'note').text, 'Look @Ada');
});

test('an undone message is not sent, and a sent message cannot be undone', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox } = openTab(storage, server);
  outbox.add(reply('a', 'Wrong'));
  await pass(UNDO_MS - 1);
  const undone = outbox.undo('a');
  assert.equal(undone && isMessage(undone) && undone.message, 'Wrong');
  await pass(UNDO_MS);
  assert.deepEqual([server.texts, storage.length], [[], 0]);
  outbox.add(reply('b', 'Right'));
  mock.timers.tick(UNDO_MS);
  assert.equal(outbox.undo('b'), undefined);
  await pass(0);
  assert.deepEqual(server.texts, ['Right']);
});

test('what waits when the session ends is kept, and sent once after the same member has signed in again', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello'));
  first.outbox.add({ kind: 'block', id: 'b', playerId: 'ply_1', name: 'Nova', blocked: true });
  server.trouble.push('signed-out');
  await pass(UNDO_MS);
  // Both are given up, and do not count as refused.
  await pass(3_600_000);
  assert.deepEqual([first.tab.signedOut, server.attempts <= 2, first.failed], [1, true, []]);
  assert.equal(first.drafts.get('tkt_1', 'reply').text, '');
  const written = server.written.length;
  const other = openTab(storage, server, 'mem_bob');
  await pass(UNDO_MS);
  assert.deepEqual([other.outbox.entries(), server.written.length], [[], written]);
  other.outbox.stop();
  openTab(storage, server);
  await pass(0);
  assert.deepEqual(server.texts.filter((text) => text === 'Hello').length, 1);
  assert.deepEqual([server.written.length, storage.length], [2, 0]);
});

test('if a page crashes before sending, the next page sends the message after the remaining time', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello'));
  await pass(2000);
  first.outbox.stop();
  const second = openTab(storage, server);
  assert.deepEqual(second.outbox.entries(), first.outbox.entries());
  await pass(UNDO_MS - 2001);
  assert.deepEqual(server.texts, []);
  await pass(1);
  assert.deepEqual([server.texts, storage.length], [['Hello'], 0]);
});

test('a closing page sends immediately, and the next page does not save the message twice', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello', { seen: 'msg_0' }));
  first.outbox.flush();
  first.outbox.stop();
  first.tab.dead = true;
  await pass(0);
  assert.deepEqual([server.texts, storage.length], [['Hello'], 1]);
  const second = openTab(storage, server);
  await pass(0);
  assert.deepEqual([server.texts, server.attempts, second.failed, storage.length], [['Hello'], 2, [], 0]);
});

test('if a page crashes while sending, the next page does not save the message twice', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello', { seen: 'msg_0' }));
  mock.timers.tick(UNDO_MS);
  first.tab.dead = true;
  await pass(0);
  locks.clear();
  const second = openTab(storage, server);
  await pass(0);
  assert.deepEqual([server.texts, second.failed, storage.length], [['Hello'], [], 0]);
});

test('a lost response is requested again with the same key', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  server.trouble.push('lost', 'down');
  const { outbox, failed } = openTab(storage, server);
  outbox.add(reply('a', 'Hello', { seen: 'msg_0' }));
  await pass(UNDO_MS);
  await pass(1000);
  await pass(3000);
  assert.deepEqual([server.texts, server.attempts, failed, outbox.entries().length], [['Hello'], 3, [], 0]);
});

test('a message that is refused or fails too often becomes a draft with the reason', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox, drafts, failed } = openTab(storage, server);
  server.trouble.push('refused');
  outbox.add(reply('a', 'Hello', { seen: 'msg_0' }));
  await pass(UNDO_MS);
  assert.deepEqual([failed, drafts.get('tkt_1', 'reply').text, storage.length], [['forbidden'], 'Hello', 1]);
  drafts.set('tkt_1', 'reply', { text: 'A new one' });
  server.trouble.push('broken', 'broken', 'broken', 'broken');
  outbox.add(reply('b', 'Again'));
  for (const wait of [UNDO_MS, 1000, 3000, 9000]) await pass(wait);
  assert.deepEqual([failed, drafts.get('tkt_1', 'reply').text], [['forbidden', 'internal'], 'Again\n\nA new one']);
  assert.deepEqual([server.texts, outbox.entries().length], [[], 0]);
});

test('while the server is not available an entry waits, and is sent as soon as the network is back', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox, failed } = openTab(storage, server);
  const isDelayed = () => outbox.entries().some((entry) => outbox.isDelayed(entry));
  server.trouble.push(...Array.from({ length: 20 }, () => 'down' as const));
  outbox.add(reply('a', 'Hello'));
  await pass(UNDO_MS - 1);
  assert.equal(isDelayed(), false);
  for (const wait of [1, 1000, 3000, 9000, ...Array.from({ length: 14 }, () => 30_000)]) await pass(wait);
  assert.deepEqual([server.attempts, server.texts, failed, isDelayed()], [18, [], [], true]);
  server.trouble.length = 0;
  dispatchEvent(new Event('online'));
  await pass(0);
  assert.deepEqual([server.texts, failed, outbox.entries(), storage.length], [['Hello'], [], [], 0]);
});

test('without a network an entry can be undone, unless a request of it may have left the browser', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox, tab } = openTab(storage, server);
  const canUndo = () => outbox.entries().map((entry) => [entry.id, outbox.canUndo(entry)]);
  outbox.add(reply('a', 'Before the network was lost'));
  server.trouble.push('unreached');
  await pass(UNDO_MS);
  assert.deepEqual(canUndo(), [['a', false]]);
  tab.offline = true;
  server.trouble.push('unreached');
  await pass(1000);
  assert.deepEqual(canUndo(), [['a', false]]);
  outbox.add(reply('b', 'Without a network', { ticketId: 'tkt_2' }));
  server.trouble.push('unreached', 'unreached');
  await pass(UNDO_MS);
  assert.deepEqual(canUndo().at(-1), ['b', true]);
  assert.equal(outbox.undo('b')?.id, 'b');
  tab.offline = false;
  await pass(60_000);
  assert.deepEqual([server.texts, storage.length], [['Before the network was lost'], 0]);
});

const log = { key: 'k1', name: 'game.log', size: 7 };

test('a tab without a network cannot undo what the tab before it may have sent', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const [first, second] = [openTab(storage, server), openTab(storage, server)];
  first.outbox.add(reply('a', 'Hello'));
  second.outbox.reload('outbox:mem_ada:a');
  server.trouble.push('lost', 'unreached');
  await pass(UNDO_MS);
  [first.tab.dead, second.tab.offline] = [true, true];
  first.outbox.stop();
  locks.clear();
  await pass(0);
  assert.deepEqual([server.texts, server.attempts, second.outbox.undo('a')], [['Hello'], 2, undefined]);
});

test('a page that comes back without a network cannot undo what it sent when it was closed', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox, tab } = openTab(storage, server);
  outbox.add(reply('a', 'Hello'));
  outbox.flush();
  await pass(0);
  tab.offline = true;
  server.trouble.push('unreached');
  await pass(UNDO_MS);
  assert.deepEqual([server.texts, server.attempts, outbox.undo('a')], [['Hello'], 2, undefined]);
});

test('the network counts at the moment of the request, not before the upload', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox, tab, uploads } = openTab(storage, server);
  tab.offline = true;
  outbox.add(reply('a', 'Hello', { attachments: [log] }));
  await pass(UNDO_MS);
  tab.offline = false;
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  server.answering = promise;
  server.trouble.push('lost');
  uploads[0]?.();
  await pass(0);
  tab.offline = true;
  answer();
  await pass(0);
  assert.deepEqual([server.texts, outbox.undo('a')], [['Hello'], undefined]);
});

test('an answer of a server on this machine says that a request has left, without a network too', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox, tab } = openTab(storage, server);
  tab.offline = true;
  outbox.add(reply('a', 'Hello'));
  server.trouble.push('down', 'unreached');
  await pass(UNDO_MS);
  await pass(1000);
  assert.equal(outbox.undo('a'), undefined);
  await pass(60_000);
  assert.deepEqual(server.texts, ['Hello']);
});

test('an outbox that stops does not send again, and keeps the entry for the next start', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox, failed } = openTab(storage, server);
  server.trouble.push('down');
  outbox.add(reply('a', 'Hello'));
  await pass(UNDO_MS);
  outbox.stop();
  await pass(60_000);
  assert.deepEqual([server.attempts, failed, outbox.entries().length, storage.length], [1, [], 1, 1]);
  outbox.start();
  await pass(0);
  assert.deepEqual([server.texts, outbox.entries().length, storage.length], [['Hello'], 0, 0]);
});

test('entries about one ticket are sent in their order, others do not wait for them', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox } = openTab(storage, server);
  const change = { kind: 'change', subject: 'Stuck', change: { status: 'resolved' } } as const;
  server.trouble.push('down');
  outbox.add(reply('a', 'Hello'));
  outbox.add({ ...change, id: 'both', ticketIds: ['tkt_1', 'tkt_2'] });
  outbox.add({ ...change, id: 'second', ticketIds: ['tkt_2'] });
  outbox.add({ ...change, id: 'other', ticketIds: ['tkt_3'] });
  await pass(UNDO_MS);
  const idOf = (text: string) => (text.startsWith('{') ? JSON.parse(text).id : text);
  assert.deepEqual(server.texts.map(idOf), ['other']);
  for (const wait of [1000, 0, 0]) await pass(wait);
  assert.deepEqual(server.texts.map(idOf), ['other', 'Hello', 'both', 'second']);
});

test('two replies are sent in order, and the second has seen the first', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  server.written.push({ id: 'msg_0', message: 'Help' });
  const { outbox, failed } = openTab(storage, server);
  outbox.add(reply('a', 'First', { seen: 'msg_0' }));
  await pass(10);
  outbox.add(reply('b', 'Second', { seen: 'msg_0' }));
  await pass(UNDO_MS);
  await pass(10);
  assert.deepEqual([server.texts, failed, storage.length], [['Help', 'First', 'Second'], [], 0]);
});

test('a closing page with two replies to one ticket neither loses nor duplicates one', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  server.written.push({ id: 'msg_0', message: 'Help' });
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'First', { seen: 'msg_0' }));
  first.outbox.add(reply('b', 'Second', { seen: 'msg_0', createdAt: 1 }));
  first.outbox.flush();
  first.outbox.stop();
  first.tab.dead = true;
  await pass(1);
  assert.deepEqual([server.texts, server.attempts], [['Help', 'First'], 1]);
  const second = openTab(storage, server);
  await pass(0);
  await pass(0);
  assert.deepEqual([server.texts, second.failed, storage.length], [['Help', 'First', 'Second'], [], 0]);
});

test('two tabs of a browser send a message once', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello'));
  const second = openTab(storage, server);
  await pass(UNDO_MS);
  assert.deepEqual([server.attempts, first.outbox.entries(), second.outbox.entries()], [1, [], []]);
  // The tab where the member did it reports the outcome.
  assert.deepEqual([first.tab.gone, second.tab.gone], [[], ['a']]);
});

test('a message that one tab undid is not sent by another', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello'));
  const second = openTab(storage, server);
  first.outbox.undo('a');
  await pass(UNDO_MS);
  assert.deepEqual([server.attempts, second.outbox.entries()], [0, []]);
});

test('a message is sent by another tab if the tab that sends it is lost', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  const second = openTab(storage, server);
  first.tab.dead = true;
  first.outbox.add(reply('a', 'Hello'));
  second.outbox.reload('outbox:mem_ada:a');
  await pass(UNDO_MS);
  assert.deepEqual([server.texts, second.outbox.entries().length], [[], 1]);
  assert.equal(second.outbox.canUndo(second.outbox.entries()[0] as OutboxEntry), false);
  locks.clear();
  await pass(0);
  assert.deepEqual([server.texts, second.outbox.entries(), storage.length], [['Hello'], [], 0]);
  first.outbox.reload('outbox:mem_ada:a');
  assert.deepEqual([first.tab.gone, second.tab.gone], [[], []]);
});

test('a closing tab sends nothing that another tab can still undo', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const [first, second] = [openTab(storage, server), openTab(storage, server)];
  first.outbox.add(reply('a', 'Wrong'));
  second.outbox.reload('outbox:mem_ada:a');
  await pass(0);
  second.outbox.flush();
  second.outbox.stop();
  await pass(0);
  assert.equal(server.attempts, 0);
  assert.equal(first.outbox.undo('a')?.id, 'a');
  await pass(UNDO_MS);
  assert.deepEqual([server.attempts, storage.length], [0, 0]);
});

test('a tab that takes over sends what the lost tab stored last', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  server.written.push({ id: 'msg_0', message: 'Help' });
  const [first, second] = [openTab(storage, server), openTab(storage, server)];
  first.outbox.add(reply('a', 'First', { seen: 'msg_0' }));
  await pass(10);
  first.outbox.add(reply('b', 'Second', { seen: 'msg_0' }));
  second.outbox.reload();
  await pass(UNDO_MS - 10);
  assert.deepEqual(server.texts, ['Help', 'First']);
  first.tab.dead = true;
  first.outbox.stop();
  locks.clear();
  await pass(20);
  assert.deepEqual([server.texts, second.failed, storage.length], [['Help', 'First', 'Second'], [], 0]);
});

test('an answer that comes after the outbox has stopped changes nothing', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox, drafts, failed } = openTab(storage, server);
  server.trouble.push('refused');
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  server.answering = promise;
  outbox.add(reply('a', 'Secret'));
  await pass(0);
  await pass(UNDO_MS);
  outbox.stop();
  storage.removeItem('outbox:mem_ada:a');
  answer();
  await pass(0);
  assert.deepEqual([failed, drafts.get('tkt_1', 'reply').text, storage.length], [[], '', 0]);
});

test('what another tab has sent or undone leaves the outbox, and who waits for it is told', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const [first, second] = [openTab(storage, server), openTab(storage, server)];
  first.outbox.add(reply('a', 'Hello'));
  second.outbox.reload('outbox:mem_ada:a');
  second.outbox.undo('a');
  first.outbox.reload('outbox:mem_ada:a');
  assert.deepEqual([first.outbox.entries(), first.tab.gone], [[], ['a']]);
  await pass(UNDO_MS);
  assert.deepEqual(server.texts, []);
});

test('a message waits for its files, can be undone until then, and is sent once with their ids', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox, uploads } = openTab(storage, server);
  outbox.add(reply('a', 'Wrong', { attachments: [log] }));
  await pass(2 * UNDO_MS);
  assert.deepEqual([outbox.entries().map((entry) => outbox.canUndo(entry)), server.attempts], [[true], 0]);
  const undone = outbox.undo('a');
  assert.deepEqual(undone && isMessage(undone) && undone.attachments, [log]);
  outbox.add(reply('b', 'Right', { attachments: [log] }));
  await pass(UNDO_MS);
  server.trouble.push('lost');
  for (const end of uploads) end();
  await pass(0);
  const [sending] = outbox.entries();
  assert.deepEqual(sending && isMessage(sending) && sending.attachments, [{ ...log, id: 'att_k1' }]);
  assert.equal(sending && outbox.canUndo(sending), false);
  await pass(1000);
  assert.deepEqual([server.texts, server.attempts, storage.length], [['Right'], 2, 0]);
});

test('a message whose file waits is sent by the next page; one whose file is refused is a draft again', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello', { attachments: [log] }));
  first.outbox.flush();
  first.outbox.stop();
  await pass(0);
  assert.deepEqual([server.attempts, storage.length], [0, 1]);
  const second = openTab(storage, server);
  await pass(0);
  second.uploads[0]?.(new ApiError(503, { type: '/problems/unavailable' }));
  await pass(0);
  await pass(1000);
  second.uploads[1]?.();
  await pass(0);
  assert.deepEqual([server.texts, storage.length], [['Hello'], 0]);
  second.outbox.add(reply('b', 'Again', { attachments: [log] }));
  await pass(UNDO_MS);
  second.uploads[2]?.(new ApiError(413, { type: '/problems/payload-too-large' }));
  await pass(0);
  const draft = second.drafts.get('tkt_1', 'reply');
  assert.deepEqual([draft.text, draft.files, second.failed], ['Again', [log], ['payload-too-large']]);
  assert.deepEqual([server.attempts, second.outbox.entries()], [1, []]);
});

test('messages of another member are not sent', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  openTab(storage, server).outbox.stop();
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello'));
  first.outbox.stop();
  const other = openTab(storage, server, 'mem_bob');
  await pass(UNDO_MS);
  assert.deepEqual([server.attempts, other.outbox.entries()], [0, []]);
});

test('a message that is too old becomes a draft', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello'));
  first.outbox.stop();
  await pass(7 * 24 * 3_600_000);
  const second = openTab(storage, server);
  await pass(0);
  assert.deepEqual([server.attempts, second.drafts.get('tkt_1', 'reply').text], [0, 'Hello']);
});

test('a message is sent even if the storage is full', async () => {
  const server = new FakeServer();
  class FullStore extends MemoryStore {
    override setItem(): void {
      throw new DOMException('full', 'QuotaExceededError');
    }
  }
  const { outbox } = openTab(new FullStore(), server);
  outbox.add(reply('a', 'Hello'));
  await pass(UNDO_MS);
  assert.deepEqual(server.texts, ['Hello']);
});
