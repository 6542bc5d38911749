import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, type TestContext, test } from 'node:test';
import type { PlayerSupport, Storage } from '../../src/index.ts';
import { mapStorage } from '../helpers/fake-service.ts';
import { INBOX, inbox, message, polling } from '../helpers/polling.ts';

const projectPublicKey = 'ppk_tabs';

/** Several tabs can share it. */
const sharedStorage = (): Storage => {
  const { get, set, remove } = mapStorage(new Map());
  return { get, set, remove, withLock: (_name, work) => work(() => {}) };
};

/** Opens two tabs of one player, with an inbox that changes, and 15 minutes between polls. */
async function twoTabs(t: TestContext, storage: Storage) {
  let shown = [message('m')];
  let reads = 0;
  const { service, pass } = polling(t, () => inbox(900, reads === 0 ? [] : shown));
  const [one, two] = [service.open({ projectPublicKey, storage }), service.open({ projectPublicKey, storage })];
  for (const tab of [one, two]) {
    tab.start();
    await pass(1);
  }
  reads = 1;
  const markRead = async () => {
    shown = [message('m', { readAt: '2026-01-01T00:00:00Z' })];
    await one.inbox.markRead('m');
  };
  return { one, two, pass, markRead, polls: () => service.of(INBOX).length };
}

/** Waits until other tabs hear of the change, then up to half a minute for the count of `tab`. */
async function told(tab: PlayerSupport, change: () => Promise<unknown>, pass: (seconds: number) => Promise<unknown>) {
  const before = tab.inbox.unreadCount();
  const channel = new BroadcastChannel(projectPublicKey);
  const heard = once(channel, 'message');
  await change();
  await heard;
  channel.close();
  for (let seconds = 0; seconds < 30 && tab.inbox.unreadCount() === before; seconds++) await pass(1);
  return tab.inbox.unreadCount();
}

suite('two tabs of one player', () => {
  test('agree on the unread messages within seconds, though only one of them asks or marks', async (t: TestContext) => {
    const { one, two, pass, markRead, polls } = await twoTabs(t, sharedStorage());
    assert.equal(await told(two, () => one.inbox.messages(), pass), 1);
    assert.equal(await told(two, markRead, pass), 0);
    await pass(60);
    // Two at the start, one call, and two for each change: each tab tells the other.
    assert.ok(polls() <= 7, `${polls()}`);
  });

  test('a stopped tab tells the other one nothing', async (t: TestContext) => {
    const { one, two, pass, markRead } = await twoTabs(t, sharedStorage());
    assert.equal(await told(two, () => one.inbox.messages(), pass), 1);
    one.stop();
    await markRead();
    assert.equal(one.inbox.unreadCount(), 0);
  });

  test('a storage of one process has no other tabs', async (t: TestContext) => {
    const { one, two, pass, polls } = await twoTabs(t, mapStorage(new Map()));
    await one.inbox.messages();
    await pass(60);
    assert.deepEqual([one.inbox.unreadCount(), two.inbox.unreadCount(), polls()], [1, 0, 3]);
  });
});
