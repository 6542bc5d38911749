import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { mapStorage } from '../helpers/fake-service.ts';
import { inbox, message, polling } from '../helpers/polling.ts';

suite('two tabs of one player', () => {
  test('agree on the unread messages at once, though only one polls or marks; another player sees nothing', async (t: TestContext) => {
    const responses = [inbox(900), inbox(900), inbox(900), inbox(900, [message('m')])];
    const { service, pass } = polling(t, () => responses.shift() ?? inbox(900));
    const options = { projectPublicKey: 'ppk_two_tabs', storage: mapStorage(new Map()) };
    const other = service.open({ ...options, storage: mapStorage(new Map()) });
    const [one, two] = [service.open(options), service.open(options)];
    for (const support of [other, one, two]) {
      support.start();
      await pass(1);
    }
    const counts = new EventTarget();
    two.on('unread', (count) => counts.dispatchEvent(new Event(`${count}`)));
    const unread = (count: number) =>
      new Promise((resolve) => counts.addEventListener(`${count}`, resolve, { once: true }));

    const shown = unread(1);
    await one.inbox.messages();
    await shown;
    assert.deepEqual([one.inbox.unreadCount(), two.inbox.unreadCount()], [1, 1]);
    const read = unread(0);
    await one.inbox.markRead('m');
    await read;
    assert.deepEqual([one.inbox.unreadCount(), other.inbox.unreadCount()], [0, 0]);
    assert.equal(service.of('/api/v1/player/inbox?').length, 4);
  });
});
