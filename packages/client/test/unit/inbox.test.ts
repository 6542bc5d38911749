import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { mapStorage, problem } from '../helpers/fake-service.ts';
import { INBOX, inbox, message, polling } from '../helpers/polling.ts';

suite('the pace of polls', () => {
  for (const [word, seconds] of [
    [20, 20],
    ['20', 20],
    ['-5', 1],
    [-5, 1],
    ['soon', 60],
    [null, 60],
    [1e9, 86_400],
  ] as const) {
    test(`is ${seconds} s where the server says ${JSON.stringify(word)}, and never faster`, async (t: TestContext) => {
      const { service, pass } = polling(t, () => inbox(word));
      service.open().start();
      assert.equal(await pass(1), 1);
      if (seconds > 100) return assert.equal(await pass(3000), 1);
      if (seconds > 1) assert.equal(await pass(seconds - 2), 1);
      assert.equal(await pass(3 + seconds * 0.1), 2 + (seconds === 1 ? 1 : 0));
    });
  }

  test('obeys Retry-After, as seconds and as a date by a clock that is an hour off', async (t: TestContext) => {
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

  test('slows down while the server fails, to a quarter of an hour at most, and recovers', async (t: TestContext) => {
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

  test('is sooner after the player wrote, but not than the server asked for', async (t: TestContext) => {
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

  test('rests while the page is hidden, and goes on when it is seen', async (t: TestContext) => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    Object.assign(globalThis, { document: page });
    t.after(() => Reflect.deleteProperty(globalThis, 'document'));
    const { service, pass } = polling(t, () => inbox(10));
    service.open().start();
    assert.equal(await pass(100), 0);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    assert.equal(await pass(2), 1);
  });

  test('ends with stop, also during a request, and two starts are one', async (t: TestContext) => {
    let answer = () => {};
    const { service, pass } = polling(t, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return inbox(10);
    });
    const support = service.open();
    support.start();
    support.start();
    assert.equal(await pass(5), 1);
    support.stop();
    answer();
    assert.equal(await pass(100), 1);
    support.start();
    assert.equal(await pass(1), 2);
  });
});

suite('messages', () => {
  test('are told once each, by server time and with an overlap, also after a restart', async (t: TestContext) => {
    const all = [message('a')];
    const { service, pass } = polling(t, () => inbox(10, all));
    const options = { projectPublicKey: 'ppk_told', storage: mapStorage(new Map()) };
    const support = service.open(options);
    const told: string[] = [];
    const counts: number[] = [];
    support.on('message', ({ id }) => told.push(id));
    support.on('unread', (count) => counts.push(count));
    support.start();
    await pass(15);
    all.unshift(message('b', { type: 'never seen before', createdAt: '2026-01-01T12:01:00.000Z', extra: 1 } as object));
    await pass(30);
    assert.deepEqual([told, counts, support.inbox.unreadCount()], [['a', 'b'], [1, 2], 2]);
    assert.ok(service.requests.at(-1)?.path.endsWith(`&since=${encodeURIComponent('2026-01-01T12:00:30.000Z')}`));
    support.stop();
    const again = service.open(options);
    again.on('message', ({ id }) => told.push(id));
    again.start();
    await pass(15);
    assert.deepEqual([told, again.inbox.unreadCount()], [['a', 'b'], 2]);
  });

  test('that did not change cost a 304', async (t: TestContext) => {
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

  test('that were read stay read where an older answer comes late', async (t: TestContext) => {
    const { service } = polling(t, () => inbox(10, [message('a')]));
    const support = service.open();
    await support.inbox.messages();
    assert.equal(support.inbox.unreadCount(), 1);
    await support.inbox.markRead('a');
    await support.inbox.messages();
    assert.equal(support.inbox.unreadCount(), 0);
  });

  test('reach a listener although another one throws', async (t: TestContext) => {
    const { service, pass } = polling(t, () => inbox(10, [message('a', { ticketId: 'tkt_1' })]));
    const support = service.open();
    const told: unknown[] = [];
    support.on('message', () => {
      throw new Error('a mistake of the game');
    });
    const off = support.on('message', ({ id }) => told.push(id));
    support.on('ticket', ({ ticketId }) => told.push(ticketId));
    support.on('error', (error) => told.push((error as Error).message));
    support.start();
    await pass(5);
    off();
    assert.deepEqual(told, ['a mistake of the game', 'a', 'tkt_1']);
  });

  test('are polled by one request at a time', async (t: TestContext) => {
    let running = 0;
    let most = 0;
    const { service, pass } = polling(t, async () => {
      most = Math.max(most, ++running);
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
    assert.equal(most, 1);
  });
});
