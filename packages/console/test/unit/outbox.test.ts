import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError } from '../../src/api/api-error.ts';
import { Drafts } from '../../src/outbox/drafts.ts';
import { Outbox, type OutboxEntry, UNDO_TIME } from '../../src/outbox/outbox.ts';
import { MemoryStore, type Store } from '../../src/outbox/storage.ts';

/** A server that knows a message again by its key, and refuses one that has not seen the newest. */
class FakeServer {
  readonly written: { id: string; message: string }[] = [];
  readonly #receipts = new Map<string, { body: string; id: string }>();
  /** What the next attempts meet: `lost` is written without an answer, `down` is not. */
  readonly trouble: ('lost' | 'down' | 'refused')[] = [];
  attempts = 0;

  async take({ id: key, message, seen, status, kind }: OutboxEntry): Promise<string> {
    this.attempts++;
    const trouble = this.trouble.shift();
    if (trouble === 'down') throw new ApiError(503, { type: '/problems/unavailable' });
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
    return id;
  }

  get texts(): string[] {
    return this.written.map(({ message }) => message);
  }
}

/** One tab of a browser. `dead`: nothing that it does reaches anything any more. */
function openTab(storage: Store, server: FakeServer, memberId = 'mem_ada') {
  const tab = { dead: false };
  const drafts = new Drafts(storage, memberId);
  const failed: string[] = [];
  const outbox = new Outbox({
    storage,
    memberId,
    deliver: async (entry) => {
      if (tab.dead) return new Promise<string>(() => undefined);
      const answer = await server.take(entry);
      return tab.dead ? new Promise<string>(() => undefined) : answer;
    },
    sent: ({ ticketId, seen }, id) => drafts.advance(ticketId, seen, id),
    failed: (entry, error) => {
      const slug = error instanceof ApiError ? error.slug : 'old';
      failed.push(slug);
      drafts.putBack({ entry, slug, text: slug });
    },
    alone: async (name, run) => {
      if (locks.has(name)) return;
      locks.add(name);
      await run().finally(() => locks.delete(name));
    },
  });
  outbox.start();
  return { outbox, drafts, failed, tab };
}

const locks = new Set<string>();
const reply = (id: string, message: string, more: Partial<OutboxEntry> = {}) => ({
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

test('a message is sent after the time to take it back, once, and leaves the outbox and the storage', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox } = openTab(storage, server);
  outbox.add(reply('a', 'Hello', { seen: 'msg_0' }));
  await pass(UNDO_TIME - 1);
  assert.deepEqual([server.texts, outbox.entries().length], [[], 1]);
  await pass(1);
  assert.deepEqual([server.texts, outbox.entries().length, storage.length], [['Hello'], 0, 0]);
});

test('what is taken back is not sent, and too late it cannot be', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox } = openTab(storage, server);
  outbox.add(reply('a', 'Wrong'));
  await pass(UNDO_TIME - 1);
  assert.equal(outbox.undo('a')?.message, 'Wrong');
  await pass(UNDO_TIME);
  assert.deepEqual([server.texts, storage.length], [[], 0]);
  outbox.add(reply('b', 'Right'));
  mock.timers.tick(UNDO_TIME);
  assert.equal(outbox.undo('b'), undefined);
  await pass(0);
  assert.deepEqual(server.texts, ['Right']);
});

test('a page that dies while the message waits: the next one sends it, after the rest of the time', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello'));
  await pass(2000);
  first.outbox.stop();
  const second = openTab(storage, server);
  assert.equal(second.outbox.entries()[0]?.message, 'Hello');
  await pass(UNDO_TIME - 2001);
  assert.deepEqual(server.texts, []);
  await pass(1);
  assert.deepEqual([server.texts, storage.length], [['Hello'], 0]);
});

test('a page that goes sends at once, and the next one does not write it twice', async () => {
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

test('a page that dies while it sends: the next one finds it written', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello', { seen: 'msg_0' }));
  mock.timers.tick(UNDO_TIME);
  first.tab.dead = true;
  await pass(0);
  locks.clear();
  const second = openTab(storage, server);
  await pass(0);
  assert.deepEqual([server.texts, second.failed, storage.length], [['Hello'], [], 0]);
});

test('an answer that is lost is asked for again, with the same key', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  server.trouble.push('lost', 'down');
  const { outbox, failed } = openTab(storage, server);
  outbox.add(reply('a', 'Hello', { seen: 'msg_0' }));
  await pass(UNDO_TIME);
  await pass(1000);
  await pass(3000);
  assert.deepEqual([server.texts, server.attempts, failed, outbox.entries().length], [['Hello'], 3, [], 0]);
});

test('what is refused, or fails for too long, comes back as a draft with the reason', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const { outbox, drafts, failed } = openTab(storage, server);
  server.trouble.push('refused');
  outbox.add(reply('a', 'Hello', { seen: 'msg_0' }));
  await pass(UNDO_TIME);
  assert.deepEqual([failed, drafts.get('tkt_1', 'reply').text, storage.length], [['forbidden'], 'Hello', 1]);
  drafts.set('tkt_1', 'reply', { text: 'A new one' });
  server.trouble.push('down', 'down', 'down', 'down');
  outbox.add(reply('b', 'Again'));
  for (const wait of [UNDO_TIME, 1000, 3000, 9000]) await pass(wait);
  assert.deepEqual([failed, drafts.get('tkt_1', 'reply').text], [['forbidden', 'unavailable'], 'Again\n\nA new one']);
  assert.deepEqual([server.texts, outbox.entries().length], [[], 0]);
});

test('two replies one after the other go in their order, and the second has seen the first', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  server.written.push({ id: 'msg_0', message: 'Help' });
  const { outbox, failed } = openTab(storage, server);
  outbox.add(reply('a', 'First', { seen: 'msg_0' }));
  await pass(10);
  outbox.add(reply('b', 'Second', { seen: 'msg_0' }));
  await pass(UNDO_TIME);
  await pass(10);
  assert.deepEqual([server.texts, failed, storage.length], [['Help', 'First', 'Second'], [], 0]);
});

test('a page that goes with two replies to one ticket loses neither, and doubles neither', async () => {
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

test('two tabs of one browser send one message once', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello'));
  const second = openTab(storage, server);
  await pass(UNDO_TIME);
  assert.deepEqual([server.attempts, first.outbox.entries(), second.outbox.entries()], [1, [], []]);
});

test('what one tab takes back another does not send', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello'));
  const second = openTab(storage, server);
  first.outbox.undo('a');
  await pass(UNDO_TIME);
  assert.deepEqual([server.attempts, second.outbox.entries()], [0, []]);
});

test('nobody sends what another member wrote', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  openTab(storage, server).outbox.stop();
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello'));
  first.outbox.stop();
  const other = openTab(storage, server, 'mem_bob');
  await pass(UNDO_TIME);
  assert.deepEqual([server.attempts, other.outbox.entries()], [0, []]);
});

test('what has waited longer than a server remembers comes back as a draft', async () => {
  const [storage, server] = [new MemoryStore(), new FakeServer()];
  const first = openTab(storage, server);
  first.outbox.add(reply('a', 'Hello'));
  first.outbox.stop();
  await pass(7 * 24 * 3_600_000);
  const second = openTab(storage, server);
  await pass(0);
  assert.deepEqual([server.attempts, second.drafts.get('tkt_1', 'reply').text], [0, 'Hello']);
});

test('a full storage does not keep a message from being sent', async () => {
  const server = new FakeServer();
  class FullStore extends MemoryStore {
    override setItem(): void {
      throw new DOMException('full', 'QuotaExceededError');
    }
  }
  const { outbox } = openTab(new FullStore(), server);
  outbox.add(reply('a', 'Hello'));
  await pass(UNDO_TIME);
  assert.deepEqual(server.texts, ['Hello']);
});
