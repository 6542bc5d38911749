import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { PlayerSupport } from '../../src/index.ts';
import { problem } from '../helpers/fake-service.ts';
import { inbox, polling } from '../helpers/polling.ts';

/** A browser's page that can be hidden and shown again, until the end of the test. */
function page(t: TestContext) {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  Object.assign(globalThis, { document });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const become = (state: 'hidden' | 'visible') => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { hide: () => become('hidden'), show: () => become('visible') };
}

/** How a game goes to the background and comes back. */
const WAYS: Readonly<Record<string, (t: TestContext) => (support: PlayerSupport) => { away(): void; back(): void }>> = {
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

for (const [name, prepare] of Object.entries(WAYS)) {
  suite(name, () => {
    test('before its poll is due polls when it is due, not sooner and not twice', async (t: TestContext) => {
      const wayOf = prepare(t);
      const { service, pass } = polling(t, () => inbox(100));
      const support = service.open();
      const { away, back } = wayOf(support);
      support.start();
      assert.equal(await pass(1), 1);
      for (let turn = 0; turn < 4; turn++) {
        away();
        await pass(10);
        back();
        assert.equal(await pass(10), 1, 'the server asked for 100 seconds');
      }
      // It is due 100 s and up to a tenth more after the first one, which is 81 s ago.
      assert.equal(await pass(15), 1);
      assert.equal(await pass(10), 2);
      assert.equal(await pass(90), 2);
    });

    test('before the Retry-After of a refusal is over still obeys it', async (t: TestContext) => {
      const wayOf = prepare(t);
      const { service, pass } = polling(t, () => problem(503, 'unavailable', {}, { 'retry-after': '200' }));
      const support = service.open();
      const { away, back } = wayOf(support);
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

    test('after its poll was due polls once, soon', async (t: TestContext) => {
      const wayOf = prepare(t);
      const { service, pass } = polling(t, () => inbox(100));
      const support = service.open();
      const { away, back } = wayOf(support);
      support.start();
      assert.equal(await pass(1), 1);
      away();
      const whileAway = await pass(250);
      back();
      back();
      // One that only calls start again has polled all the time.
      const overdue = name.includes('only') ? 0 : 1;
      assert.equal(await pass(3), whileAway + overdue);
      assert.equal(await pass(60), whileAway + overdue);
    });

    test('after a failure for want of a network tries again soon', async (t: TestContext) => {
      const wayOf = prepare(t);
      let isOnline = false;
      const { service, pass } = polling(t, () => {
        if (isOnline) return inbox(100);
        throw new TypeError('fetch failed');
      });
      const support = service.open();
      const { away, back } = wayOf(support);
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

test('an app that stops and starts during a poll waits as that poll says', async (t: TestContext) => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
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
  answer();
  assert.equal(await pass(10), 1);
  support.start();
  assert.equal(await pass(80), 1, 'the server asked for 100 seconds');
  assert.equal(await pass(20), 2);
});
