import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { PlayerSupport } from '../../src/index.ts';
import { mapStorage, problem } from '../helpers/fake-service.ts';
import { inbox, message, polling } from '../helpers/polling.ts';

/** Fakes a page that can be hidden and shown. */
function page(t: TestContext) {
  const document = Object.assign(new EventTarget(), { hidden: false });
  Object.assign(globalThis, { document });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const setHidden = (hidden: boolean) => {
    document.hidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { hide: () => setHidden(true), show: () => setHidden(false) };
}

const RESUMES: Readonly<
  Record<string, (t: TestContext) => (support: PlayerSupport) => { away(): void; back(): void }>
> = {
  'a page that is hidden and shown again': (t) => {
    const { hide, show } = page(t);
    return () => ({ away: hide, back: show });
  },
  'an app that calls stop and start': () => (support) => ({
    away: () => support.stop(),
    back: () => support.start(),
  }),
  'an app that only calls start again': () => (support) => ({ away: () => {}, back: () => support.start() }),
};

for (const [name, prepare] of Object.entries(RESUMES)) {
  suite(name, () => {
    test('that comes back before the next poll is due does not poll earlier or twice', async (t: TestContext) => {
      const createResume = prepare(t);
      const { service, pass } = polling(t, () => inbox(100));
      const support = service.open();
      const { away, back } = createResume(support);
      support.start();
      assert.equal(await pass(1), 1);
      for (let turn = 0; turn < 4; turn++) {
        away();
        await pass(10);
        back();
        assert.equal(await pass(10), 1, 'the server asked for 100 seconds');
      }
      // The second poll is due 100 to 110 s after the first.
      assert.equal(await pass(15), 1);
      assert.equal(await pass(10), 2);
      assert.equal(await pass(90), 2);
    });

    test('that comes back before Retry-After has passed still obeys it', async (t: TestContext) => {
      const createResume = prepare(t);
      const { service, pass } = polling(t, () => problem(503, 'unavailable', {}, { 'retry-after': '200' }));
      const support = service.open();
      const { away, back } = createResume(support);
      support.start();
      assert.equal(await pass(1), 1);
      for (let turn = 0; turn < 9; turn++) {
        away();
        await pass(10);
        back();
        assert.equal(await pass(10), 1, 'the server asked for 200 seconds');
      }
      assert.ok((await pass(150)) >= 2);
    });

    test('that comes back after the next poll was due polls soon and once', async (t: TestContext) => {
      const createResume = prepare(t);
      const { service, pass } = polling(t, () => inbox(100));
      const support = service.open();
      const { away, back } = createResume(support);
      support.start();
      assert.equal(await pass(1), 1);
      away();
      const whileAway = await pass(250);
      back();
      back();
      // An app that only calls start again polled meanwhile.
      const overdue = name.includes('only') ? 0 : 1;
      assert.equal(await pass(3), whileAway + overdue);
      assert.equal(await pass(60), whileAway + overdue);
    });

    test('that was offline retries soon', async (t: TestContext) => {
      const createResume = prepare(t);
      let isOnline = false;
      const { service, pass } = polling(t, () => {
        if (isOnline) return inbox(100);
        throw new TypeError('fetch failed');
      });
      const support = service.open();
      const { away, back } = createResume(support);
      support.start();
      await pass(60);
      away();
      isOnline = true;
      const failed = await pass(0);
      back();
      assert.equal(await pass(3), failed + 1);
      assert.equal(await pass(90), failed + 1);
    });
  });
}

test('an app that stops and starts during a poll waits as long as the response says', async (t: TestContext) => {
  const { promise, resolve: respond } = Promise.withResolvers<void>();
  const { service, pass } = polling(t, async () => {
    await promise;
    return inbox(100);
  });
  const support = service.open();
  support.start();
  assert.equal(await pass(1), 1);
  support.stop();
  support.start();
  assert.equal(await pass(10), 1);
  support.stop();
  respond();
  assert.equal(await pass(10), 1);
  support.start();
  assert.equal(await pass(80), 1, 'the server asked for 100 seconds');
  assert.equal(await pass(20), 2);
});

test('a client that is stopped during a poll leaves its messages to the next client', async (t: TestContext) => {
  let first: PlayerSupport | undefined;
  const { service, pass } = polling(t, () => {
    first?.stop();
    first = undefined;
    return inbox(100, [message('inb_1')]);
  });
  const shared = { storage: mapStorage(new Map()), projectPublicKey: 'ppk_shared' };
  const told: string[] = [];
  first = service.open(shared);
  first.on('message', () => void told.push('first'));
  first.start();
  await pass(1);
  const next = service.open(shared);
  next.on('message', () => void told.push('next'));
  next.start();
  await pass(1);
  assert.deepEqual(told, ['next']);
});

test('a client that is stopped during a poll gets its messages after the next start', async (t: TestContext) => {
  let isFirst = true;
  const { service, pass } = polling(t, ({ headers }) => {
    if (isFirst) support.stop();
    isFirst = false;
    return headers.get('if-none-match') === '"1"'
      ? new Response(null, { status: 304 })
      : inbox(100, [message('inb_1')], { etag: '"1"' });
  });
  const support = service.open();
  const told: string[] = [];
  support.on('message', ({ id }) => void told.push(id));
  support.start();
  await pass(1);
  assert.deepEqual(told, []);
  support.start();
  await pass(120);
  assert.deepEqual(told, ['inb_1']);
});

test('a message is told once, although a client is stopped while it stores that it told it', async (t: TestContext) => {
  const { service, pass } = polling(t, () => inbox(100, [message('inb_1')]));
  const fast = mapStorage(new Map());
  const writes: (() => void)[] = [];
  const set = (key: string, value: string) =>
    key.endsWith(':emitted')
      ? new Promise<void>((resolve) => {
          writes.push(() => resolve(fast.set(key, value) as undefined));
        })
      : fast.set(key, value);
  const shared = { storage: { ...fast, set }, projectPublicKey: 'ppk_slow' };
  const told: string[] = [];
  const first = service.open(shared);
  first.on('message', () => void told.push('first'));
  first.start();
  await pass(1);
  assert.equal(writes.length, 1);
  first.stop();
  const next = service.open(shared);
  next.on('message', () => void told.push('next'));
  next.start();
  await pass(1);
  for (let turn = 0; turn < 3; turn++) {
    for (const write of writes.splice(0)) write();
    await pass(1);
  }
  assert.deepEqual(told, ['first']);
});
