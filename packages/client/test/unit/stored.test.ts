import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryStorage, type OutboxEntry, type Storage } from '../../src/index.ts';
import { fakeService, mapStorage, problem } from '../helpers/fake-service.ts';
import { fastTime } from '../helpers/fast-time.ts';
import { until } from '../helpers/until.ts';

fastTime(50);

const TICKETS = '/api/v1/tickets';
const ticket = { type: 'bug', subject: 's', message: 'm' };
const offline = () => {
  throw new TypeError('offline');
};

function inStorage(values: Map<string, string>): OutboxEntry[] {
  const [, text = '[]'] = [...values].find(([key]) => key.endsWith(':outbox')) ?? [];
  return JSON.parse(text) as OutboxEntry[];
}

suite('an entry', () => {
  test('is never told as stored before the storage has it, however slow that is', async (t: TestContext) => {
    const values = new Map<string, string>();
    const fast = mapStorage(values);
    const writing: (() => void)[] = [];
    const storage: Storage = {
      ...fast,
      set: (key, value) =>
        key.endsWith(':outbox')
          ? new Promise<void>((resolve) => {
              writing.push(() => resolve(fast.set(key, value) as undefined));
            })
          : fast.set(key, value),
    };
    const support = fakeService(t, offline).open({ storage });
    const told: [boolean, boolean][] = [];
    const { promise: stored, resolve } = Promise.withResolvers<void>();
    support.on('outbox', ({ id, isStored }) => {
      told.push([isStored, inStorage(values).some((entry) => entry.id === id)]);
      if (isStored) resolve();
    });
    const { entryId } = support.tickets.create(ticket);
    await until(() => told.length > 0);
    assert.equal(told[0]?.[0], false);
    const [entry] = await support.outbox.entries();
    assert.deepEqual([entry?.id, entry?.isStored], [entryId, false]);
    while (!told.some(([isStored]) => isStored)) {
      writing.shift()?.();
      await Promise.race([stored, sleep(1)]);
    }
    assert.ok(
      told.every(([isStored, isThere]) => !isStored || isThere),
      JSON.stringify(told),
    );
    assert.equal((await support.outbox.entries())[0]?.isStored, true);
  });

  test('that was told as stored survives the end of the process', async (t: TestContext) => {
    const values = new Map<string, string>();
    const options = { projectPublicKey: 'ppk_killed', storage: mapStorage(values) };
    let isOffline = true;
    const service = fakeService(t, () => (isOffline ? offline() : undefined));
    const killed = service.open(options);
    const { entryId } = killed.tickets.create(ticket);
    await new Promise<void>((resolve) => {
      killed.on('outbox', (entry) => entry.isStored && resolve());
    });
    killed.stop();
    isOffline = false;
    const next = service.open(options);
    next.start();
    await until(async () => (await next.outbox.entries())[0]?.state === 'sent');
    assert.equal(service.of(TICKETS).at(-1)?.headers.get('idempotency-key'), entryId);
  });

  test('of a ticket whose creation was not stored as sent goes to that ticket after a kill', async (t: TestContext) => {
    const values = new Map<string, string>();
    const fast = mapStorage(values);
    const writes: (() => void)[] = [];
    let isSlow = false;
    const set = (key: string, value: string) =>
      isSlow && key.endsWith(':outbox')
        ? new Promise<void>((resolve) => {
            writes.push(() => resolve(fast.set(key, value) as undefined));
          })
        : fast.set(key, value);
    const nextWrite = async () => {
      await until(() => writes.length > 0);
      return writes.shift();
    };
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let isOffline = false;
    const service = fakeService(t, async ({ path }) => {
      if (path !== TICKETS)
        return path.includes('tkt_') || !path.startsWith(TICKETS) ? undefined : problem(404, 'not-found');
      await answered;
      if (isOffline) {
        isOffline = false;
        offline();
      }
      return Response.json({ ticketId: 'tkt_1' });
    });
    const options = { projectPublicKey: 'ppk_reply' };
    const killed = service.open({ ...options, storage: { ...fast, set } });
    const { entryId } = killed.tickets.create(ticket);
    await until(() => service.of(TICKETS).length > 0);
    isSlow = true;
    killed.tickets.reply(entryId, 'first');
    const first = await nextWrite();
    killed.tickets.reply(entryId, 'second');
    answer();
    await sleep(20);
    first?.();
    (await nextWrite())?.();
    // The write that says "sent" never happens.
    await nextWrite();
    killed.stop();
    isOffline = true;
    const next = service.open({ ...options, storage: fast });
    next.start();
    await until(
      async () => !(await next.outbox.entries()).some(({ state }) => state === 'queued' || state === 'sending'),
    );
    const entries = await next.outbox.entries();
    assert.deepEqual(
      entries.map(({ body, state, ticketId }) => [body.message, state, ticketId]),
      [
        ['m', 'sent', 'tkt_1'],
        ['first', 'sent', 'tkt_1'],
        ['second', 'sent', 'tkt_1'],
      ],
    );
  });

  test('that the storage refuses is stored when it takes values again', async (t: TestContext) => {
    const values = new Map<string, string>();
    const fast = mapStorage(values);
    let isFull = true;
    const set = (key: string, value: string) => {
      if (isFull) throw new Error('full');
      return fast.set(key, value);
    };
    const support = fakeService(t, offline).open({ storage: { ...fast, set } });
    const events: boolean[] = [];
    support.on('outbox', ({ isStored }) => events.push(isStored));
    support.tickets.create(ticket);
    support.tickets.reply('tkt_1', 'more');
    await until(async () => (await support.outbox.entries()).length >= 2);
    assert.ok(events.length > 0 && !events.includes(true));
    isFull = false;
    await until(() => events.filter(Boolean).length >= 2);
    assert.deepEqual(
      inStorage(values).map(({ body }) => body.message),
      ['m', 'more'],
    );
  });

  test('in memory is never told as stored', async (t: TestContext) => {
    const support = fakeService(t).open({ storage: memoryStorage() });
    const events: boolean[] = [];
    support.on('outbox', ({ isStored }) => events.push(isStored));
    await support.tickets.create(ticket);
    assert.deepEqual(events, [false, false, false]);
  });

  test('that failed stays although twenty were sent after it, until it is discarded', async (t: TestContext) => {
    const values = new Map<string, string>();
    const options = { projectPublicKey: 'ppk_failed', storage: mapStorage(values) };
    const service = fakeService(t, ({ body }) => (body?.message === 'bad' ? problem(400, 'validation') : undefined));
    const support = service.open(options);
    const bad = support.tickets.reply('tkt_1', 'bad');
    await assert.rejects(bad);
    for (let count = 0; count < 25; count++) await support.tickets.reply('tkt_1', `good ${count}`);
    const again = service.open(options);
    const entries = await again.outbox.entries();
    assert.deepEqual([entries.length, entries[0]?.id, entries[0]?.state], [21, bad.entryId, 'failed']);
    assert.equal(entries[0]?.error?.slug, 'validation');
    await again.outbox.discard(bad.entryId);
    assert.equal((await again.outbox.entries()).length, 20);
  });

  test('that failed counts: 200 pending and failed ones at most', async (t: TestContext) => {
    const storage = mapStorage(new Map());
    const failed = Array.from({ length: 200 }, (_none, index) => ({
      id: `${index}`.padStart(32, '0'),
      kind: 'reply',
      ticketId: 'tkt_1',
      body: { message: 'm' },
      state: 'failed',
      writtenAt: 1,
    }));
    storage.set('player-support:ppk_full:outbox', JSON.stringify(failed));
    const support = fakeService(t).open({ storage, projectPublicKey: 'ppk_full' });
    await assert.rejects(support.tickets.create(ticket), { slug: 'outbox-full' });
    await support.outbox.discard(failed[0]?.id ?? '');
    await support.tickets.create(ticket);
  });

  test('is sent by sendNow without the back-off, but not before the server allows it', async (t: TestContext) => {
    let tries = 0;
    let refuses = false;
    const service = fakeService(t, ({ path }) => {
      if (path !== TICKETS) return undefined;
      tries++;
      return problem(500, 'internal', {}, refuses ? { 'retry-after': '3600' } : {});
    });
    const support = service.open();
    const tried = () => {
      const before = tries;
      return new Promise<void>((resolve) => {
        const off = support.on('outbox', ({ state }) => {
          if (state !== 'queued' || tries === before) return;
          off();
          resolve();
        });
      });
    };
    const first = tried();
    support.tickets.create(ticket);
    await first;
    // Without sendNow the eighth try comes minutes later.
    for (let count = 2; count <= 12; count++) {
      const next = tried();
      refuses = count === 12;
      support.outbox.sendNow();
      await next;
    }
    const before = tries;
    assert.ok(before >= 12);
    support.outbox.sendNow();
    await support.tickets.reply('tkt_2', 'm');
    assert.equal(tries, before);
  });

  test('has its id at once, and a call that nobody awaits rejects nowhere', async (t: TestContext) => {
    const rejections: unknown[] = [];
    const listener = (reason: unknown) => void rejections.push(reason);
    process.on('unhandledRejection', listener);
    t.after(() => process.off('unhandledRejection', listener));
    const service = fakeService(t, ({ path }) => (path.endsWith('/identify') ? undefined : problem(400, 'validation')));
    const support = service.open();
    const { entryId } = support.tickets.create(ticket);
    assert.match(entryId, /^[0-9a-f]{32}$/);
    support.tickets.list();
    support.tickets.get('tkt_1');
    support.inbox.messages();
    support.inbox.markRead('msg_1');
    await until(async () => (await support.outbox.entries())[0]?.state === 'failed');
    assert.equal((await support.outbox.entries())[0]?.id, entryId);
    await support.setUser('ann');
    support.tickets.create(ticket);
    support.setUser('ben');
    support.signOut({ erase: true });
    await sleep(20);
    assert.deepEqual(rejections, []);
  });
});
