import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { mapStorage, problem } from '../helpers/fake-service.ts';
import { INBOX, inbox, message, polling } from '../helpers/polling.ts';

suite('polling', () => {
  for (const [value, seconds] of [
    [20, 20],
    ['20', 20],
    ['-5', 1],
    [-5, 1],
    ['soon', 60],
    [null, 60],
    [1e9, 86_400],
  ] as const) {
    test(`waits ${seconds} s if the server sends ${JSON.stringify(value)}`, async (t: TestContext) => {
      const { service, pass } = polling(t, () => inbox(value));
      service.open().start();
      assert.equal(await pass(1), 1);
      if (seconds > 100) return assert.equal(await pass(3000), 1);
      if (seconds > 1) assert.equal(await pass(seconds - 2), 1);
      assert.equal(await pass(3 + seconds * 0.1), 2 + (seconds === 1 ? 1 : 0));
    });
  }

  test('obeys Retry-After in seconds, and as a date of a server whose clock differs', async (t: TestContext) => {
    const date = new Date(Date.now() + 7_200_000);
    const waits = [
      { 'retry-after': '100' },
      { 'retry-after': date.toUTCString(), date: new Date(date.getTime() - 100_000).toUTCString() },
    ];
    const { service, pass } = polling(t, () => problem(503, 'unavailable', {}, waits.shift() ?? {}));
    service.open().start();
    assert.equal(await pass(99), 1);
    assert.equal(await pass(52), 2);
    assert.equal(await pass(90), 2);
    assert.equal(await pass(12), 3);
  });

  test('backs off to at maxRunning 15 minutes while the server fails, and recovers', async (t: TestContext) => {
    let works = false;
    const { service, pass } = polling(t, () => (works ? inbox(10) : new Response('', { status: 502 })));
    const support = service.open();
    const failures: unknown[] = [];
    support.on('error', (error) => failures.push(error));
    support.start();
    const first = await pass(60);
    assert.ok(first >= 4 && first <= 7, `${first}`);
    await pass(3600);
    const before = await pass(0);
    const later = await pass(3600);
    assert.ok(later - before >= 4 && later - before <= 8, `${later - before} polls in an hour`);
    assert.equal(failures.length, later);
    works = true;
    await pass(900);
    const recovered = await pass(0);
    assert.ok((await pass(110)) - recovered >= 9);
  });

  test('is sooner after the player wrote, but still obeys Retry-After', async (t: TestContext) => {
    let refuses = false;
    const { service, pass } = polling(t, () =>
      refuses ? problem(429, 'rate-limited', {}, { 'retry-after': '200' }) : inbox(300),
    );
    const support = service.open();
    support.start();
    assert.equal(await pass(5), 1);
    await support.tickets.create({ type: 'bug', subject: 's', message: 'm' });
    assert.equal(await pass(12), 1);
    assert.equal(await pass(5), 2);
    refuses = true;
    assert.equal(await pass(340), 3);
    await support.tickets.reply('tkt_1', 'm');
    assert.equal(await pass(100), 3);
  });

  test('pauses while the page is hidden', async (t: TestContext) => {
    const page = Object.assign(new EventTarget(), { hidden: true });
    Object.assign(globalThis, { document: page });
    t.after(() => Reflect.deleteProperty(globalThis, 'document'));
    const { service, pass } = polling(t, () => inbox(10));
    service.open().start();
    assert.equal(await pass(100), 0);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    assert.equal(await pass(2), 1);
  });

  test('stops, even during a request; a second start has no effect', async (t: TestContext) => {
    let respond = () => {};
    const { service, pass } = polling(t, async () => {
      await new Promise<void>((resolve) => {
        respond = resolve;
      });
      return inbox(10);
    });
    const support = service.open();
    support.start();
    support.start();
    assert.equal(await pass(5), 1);
    support.stop();
    respond();
    assert.equal(await pass(100), 1);
    support.start();
    assert.equal(await pass(1), 2);
  });
});

suite('messages', () => {
  test('are emitted once, even after a restart, and selected by times of the server', async (t: TestContext) => {
    const all = [message('a')];
    const { service, pass } = polling(t, () => inbox(10, all));
    const options = { projectPublicKey: 'ppk_emitted', storage: mapStorage(new Map()) };
    const support = service.open(options);
    const emitted: string[] = [];
    const counts: number[] = [];
    support.on('message', ({ id }) => emitted.push(id));
    support.on('unread', (count) => counts.push(count));
    support.start();
    await pass(15);
    all.unshift(message('b', { type: 'never seen before', createdAt: '2026-01-01T12:01:00.000Z', extra: 1 } as object));
    await pass(30);
    assert.deepEqual([emitted, counts, support.inbox.unreadCount()], [['a', 'b'], [1, 2], 2]);
    assert.ok(service.requests.at(-1)?.path.endsWith(`&since=2026-01-01T12:00:30.000Z`));
    support.stop();
    const again = service.open(options);
    again.on('message', ({ id }) => emitted.push(id));
    again.start();
    await pass(15);
    assert.deepEqual([emitted, again.inbox.unreadCount()], [['a', 'b'], 2]);
  });

  test('that did not change are a 304', async (t: TestContext) => {
    const { service, pass } = polling(t, ({ headers }) =>
      headers.get('if-none-match') === 'W/"1"'
        ? new Response(null, { status: 304 })
        : inbox(10, [message('a')], { etag: 'W/"1"' }),
    );
    const support = service.open();
    support.start();
    assert.equal(await pass(35), 4);
    assert.deepEqual(
      service.of(INBOX).map(({ headers }) => headers.get('if-none-match')),
      [null, 'W/"1"', 'W/"1"', 'W/"1"'],
    );
    assert.equal(support.inbox.unreadCount(), 1);
  });

  test('that were read stay read if an older response arrives late', async (t: TestContext) => {
    const { service } = polling(t, () => inbox(10, [message('a')]));
    const support = service.open();
    await support.inbox.messages();
    assert.equal(support.inbox.unreadCount(), 1);
    await support.inbox.markRead('a');
    await support.inbox.messages();
    assert.equal(support.inbox.unreadCount(), 0);
  });

  test('reach a listener even if another one throws', async (t: TestContext) => {
    const { service, pass } = polling(t, () => inbox(10, [message('a', { ticketId: 'tkt_1' })]));
    const support = service.open();
    const emitted: unknown[] = [];
    support.on('message', () => {
      throw new Error('an error of the game');
    });
    const off = support.on('message', ({ id }) => emitted.push(id));
    support.on('ticket', ({ ticketId }) => emitted.push(ticketId));
    support.on('error', (error) => emitted.push((error as Error).message));
    support.start();
    await pass(5);
    off();
    assert.deepEqual(emitted, ['an error of the game', 'a', 'tkt_1']);
  });

  test('are never polled by two requests at the same time', async (t: TestContext) => {
    let running = 0;
    let maxRunning = 0;
    const { service, pass } = polling(t, async () => {
      maxRunning = Math.max(maxRunning, ++running);
      await sleep(1500);
      running--;
      return inbox(1);
    });
    const support = service.open();
    support.start();
    for (let turn = 0; turn < 20; turn++) {
      if (turn % 3 === 0) support.stop();
      support.start();
      await pass(1);
    }
    assert.equal(maxRunning, 1);
  });
});
