import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { fileUploads } from '../../src/file-uploads.ts';
import {
  type KeyValueStore,
  memoryStorage,
  type PlayerSupport,
  type Storage,
  type SupportError,
} from '../../src/index.ts';
import { fakeService, mapStorage } from '../helpers/fake-service.ts';
import { fastTime } from '../helpers/fast-time.ts';
import { until } from '../helpers/until.ts';

fastTime(50);

const ticket = { type: 'bug', subject: 's', message: 'm' };
const neverSettles = () => new Promise<never>(() => {});
const fails = () => {
  throw new Error('forbidden');
};

/** A page where even the name of a storage throws. */
function forbidStorages(t: TestContext): void {
  for (const name of ['indexedDB', 'localStorage']) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { get: fails, configurable: true });
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    });
  }
}

function errorsOf(support: PlayerSupport): string[] {
  const errors: string[] = [];
  support.on('error', (error) => errors.push((error as Error).message));
  return errors;
}

suite('a storage that', () => {
  const bad: Record<string, KeyValueStore> = {
    throws: { get: fails, set: fails },
    rejects: { get: async () => fails(), set: async () => fails() },
    'is full': { get: () => null, set: fails },
    'never responds': { get: neverSettles, set: neverSettles },
    'stores nothing': { get: () => null, set: () => {} },
    'is corrupt': { get: () => '{"id":', set: () => {} },
    'has values of another program': { get: () => '[null,7,{"a":1}]', set: () => {} },
    'returns no text': { get: () => 7 as unknown as string, set: () => {} },
  };
  for (const [name, storage] of Object.entries(bad)) {
    test(`${name} does not prevent a player from writing`, async (t: TestContext) => {
      const service = fakeService(t);
      const support = service.open({ storage: { ...storage, scope: 'process' } });
      const errors = errorsOf(support);
      support.start();
      const { ticketId } = await support.tickets.create(ticket);
      await support.tickets.reply(ticketId, 'more');
      assert.equal(service.of('/api/v1/tickets').length, 2);
      assert.equal(service.of('/api/v1/player/identify').length, 1);
      const reportsErrors = !/stores nothing|another program|no text/.test(name);
      assert.equal(errors.length > 0, reportsErrors, errors.join());
    });
  }

  test('fails tells so by the slug of its errors', async (t: TestContext) => {
    const support = fakeService(t).open({ storage: { get: () => null, set: fails, scope: 'process' } });
    const slugs = new Set<string>();
    support.on('error', (error) => slugs.add((error as SupportError).slug));
    await support.tickets.create(ticket);
    assert.deepEqual([...slugs], ['storage']);
  });

  test('fails once for each key is read again, without an error', async (t: TestContext) => {
    const values = mapStorage(new Map());
    const read = new Set<string>();
    const get = (key: string) => {
      if (read.has(key)) return values.get(key);
      read.add(key);
      throw new Error('failed once');
    };
    const service = fakeService(t);
    const support = service.open({ storage: { ...values, get } });
    const errors = errorsOf(support);
    await support.tickets.create(ticket);
    assert.ok(read.size > 1);
    assert.deepEqual(errors, []);
    assert.equal(service.of('/api/v1/tickets').length, 1);
  });

  test('cannot be read is not overwritten', async (t: TestContext) => {
    const id = 'a'.repeat(32);
    const entry = { id, kind: 'reply', ticketId: 'tkt_1', body: { message: 'old' }, state: 'queued' };
    const values = new Map([['player-support:ppk_unreadable:outbox', JSON.stringify([entry])]]);
    const service = fakeService(t);
    const options = { projectPublicKey: 'ppk_unreadable' };
    await service.open({ ...options, storage: { ...mapStorage(values), get: fails } }).tickets.create(ticket);
    assert.deepEqual(JSON.parse(values.get('player-support:ppk_unreadable:outbox') ?? ''), [entry]);
    const later = service.open({ ...options, storage: mapStorage(values) });
    const sent = new Promise<void>((resolve) => {
      later.on('outbox', ({ state }) => void (state === 'sent' && resolve()));
    });
    later.start();
    await sent;
    assert.equal(service.of('/api/v1/tickets/tkt_1').length, 1);
  });

  test('is slow lists an entry only when it survives a restart of the game', async (t: TestContext) => {
    const values = new Map<string, string>();
    const fast = mapStorage(values);
    const writing = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const storage: Storage = {
      ...fast,
      async set(key, value) {
        if (key.endsWith(':outbox')) {
          writing.resolve();
          await written.promise;
        }
        fast.set(key, value);
      },
    };
    const support = fakeService(t).open({ storage });
    const created = support.tickets.create(ticket);
    await writing.promise;
    assert.deepEqual(await support.outbox.entries(), []);
    written.resolve();
    await created;
    assert.deepEqual(
      (await support.outbox.entries()).map(({ state }) => state),
      ['sent'],
    );
  });

  test('is in memory loses its values with its instance', async (t: TestContext) => {
    const service = fakeService(t);
    await service.open({ storage: memoryStorage() }).tickets.list();
    await service.open({ storage: memoryStorage() }).tickets.list();
    assert.equal(service.of('/api/v1/player/identify').length, 2);
  });
});

test('it works without crypto, document, locks and localStorage, as in a game engine', async (t: TestContext) => {
  for (const name of ['crypto', 'navigator', 'performance'] as const) {
    const property = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
    Object.defineProperty(globalThis, name, { value: undefined, configurable: true });
    t.after(() => Object.defineProperty(globalThis, name, property));
  }
  const service = fakeService(t);
  const support = service.open();
  support.start();
  await support.tickets.create(ticket);
  assert.match(String(service.of('/api/v1/player/identify')[0]?.body?.installationId), /^[0-9a-f]{32}$/);
});

suite('a storage that cannot be read at the start', () => {
  /** An earlier run left a text. Reads fail until `works` is called. */
  async function afterEarlierRun(t: TestContext, projectPublicKey: string) {
    const values = new Map<string, string>();
    let isOffline = true;
    let fails = false;
    const service = fakeService(t, ({ path }) => {
      if (isOffline && path.startsWith('/api/v1/tickets')) throw new TypeError('offline');
      return undefined;
    });
    const first = service.open({ projectPublicKey, storage: mapStorage(values) });
    const stored = new Promise<void>((resolve) => {
      first.on('outbox', ({ lastError }) => lastError && resolve());
    });
    first.tickets.reply('tkt_1', 'left');
    await stored;
    first.stop();
    isOffline = false;
    fails = true;
    const fast = mapStorage(values);
    const get = (key: string) => {
      if (fails) throw new Error('busy');
      return fast.get(key);
    };
    const support = service.open({ projectPublicKey, storage: { ...fast, get } });
    const installations = () => new Set(service.of('/api/v1/player/identify').map(({ body }) => body?.installationId));
    const works = () => {
      fails = false;
    };
    return { service, support, values, installations, works };
  }

  test('for some seconds delays what is sent, and the player stays the same', async (t: TestContext) => {
    const { service, support, installations, works } = await afterEarlierRun(t, 'ppk_busy');
    const failed = new Promise<void>((resolve) => {
      support.on('error', (error) => (error as Error).message === 'Error: busy' && resolve());
    });
    support.start();
    await failed;
    works();
    await until(() => service.of('/api/v1/tickets/tkt_1/messages').length >= 2);
    await until(async () => (await support.outbox.entries())[0]?.state === 'sent');
    assert.equal(installations().size, 1);
  });

  test('for long gives the run a player in memory, which never sends or changes what is stored', async (t: TestContext) => {
    const { service, support, values, installations, works } = await afterEarlierRun(t, 'ppk_broken');
    const before = new Map(values);
    support.start();
    await support.tickets.create(ticket);
    works();
    await support.tickets.create(ticket);
    assert.equal(
      (await support.outbox.entries()).some(({ isStored }) => isStored),
      false,
    );
    support.stop();
    assert.equal(installations().size, 2);
    assert.equal(service.of('/api/v1/tickets/tkt_1/messages').length, 1);
    assert.deepEqual(values, before);
    const next = service.open({ projectPublicKey: 'ppk_broken', storage: mapStorage(values) });
    next.start();
    await until(async () => (await next.outbox.entries())[0]?.state === 'sent');
    assert.equal(installations().size, 2);
  });
});

for (const scope of ['origin', 'tab', undefined]) {
  test(`a storage that does not say who uses it is refused: ${scope}`, (t: TestContext) => {
    const storage = { get: () => null, set: () => {}, scope } as unknown as Storage;
    assert.throws(() => fakeService(t).open({ storage }), TypeError);
  });
}

test('without any storage, texts are sent and not kept, and the game is told', async (t: TestContext) => {
  forbidStorages(t);
  const service = fakeService(t);
  const support = service.open({ storage: undefined, files: fileUploads() });
  const errors = errorsOf(support);
  support.start();
  support.start();
  assert.deepEqual(errors, ['storage']);
  const kept: unknown[] = [];
  support.on('outbox', ({ isStored }) => kept.push(isStored));
  const { ticketId } = await support.tickets.create(ticket);
  await support.tickets.reply(ticketId, 'more');
  assert.equal(service.of('/api/v1/tickets').length, 2);
  assert.deepEqual([...new Set(kept)], [false]);
  const chosen = service.open({ storage: memoryStorage() });
  const none = errorsOf(chosen);
  chosen.start();
  assert.deepEqual(none, []);
});
