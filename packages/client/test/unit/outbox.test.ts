import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { SupportError } from '../../src/index.ts';
import { fakeService, mapStorage, problem } from '../helpers/fake-service.ts';
import { fastTime } from '../helpers/fast-time.ts';
import { until } from '../helpers/until.ts';

fastTime(50);

const TICKETS = '/api/v1/tickets';
const ticket = { type: 'bug', subject: 's', message: 'm' };

suite('the outbox', () => {
  test('tells queued, sending and sent', async (t: TestContext) => {
    const support = fakeService(t).open();
    const states: string[] = [];
    support.on('outbox', ({ state, kind }) => states.push(`${kind} ${state}`));
    const { ticketId } = await support.tickets.create(ticket);
    await support.tickets.reply(ticketId, 'more');
    const steps = ['queued', 'sending', 'sent'];
    assert.deepEqual(states, [...steps.map((one) => `create ${one}`), ...steps.map((one) => `reply ${one}`)]);
    assert.deepEqual(
      (await support.outbox.entries()).map(({ state }) => state),
      ['sent', 'sent'],
    );
  });

  for (const [status, slug] of [
    [400, 'validation'],
    [404, 'not-found'],
    [409, 'ticket-closed'],
    [409, 'open-ticket-limit'],
  ] as const) {
    test(`a ${status} ${slug} reaches the caller, and what follows is sent`, async (t: TestContext) => {
      const errors = { message: ['Is too long.'] };
      const service = fakeService(t, ({ body }) =>
        body?.message === 'bad' ? problem(status, slug, { errors }) : undefined,
      );
      const support = service.open();
      const bad = support.tickets.reply('tkt_1', 'bad');
      const good = support.tickets.reply('tkt_1', 'good');
      const error: unknown = await bad.catch((reason) => reason);
      assert.ok(error instanceof SupportError);
      assert.deepEqual([error.status, error.slug, error.errors], [status, slug, errors]);
      await good;
      assert.deepEqual(
        (await support.outbox.entries()).map(({ state, error }) => [state, error?.status]),
        [
          ['failed', status],
          ['sent', undefined],
        ],
      );
    });
  }

  test('repeats what got no answer under one key, and what always fails holds up its own ticket alone', async (t: TestContext) => {
    const service = fakeService(t, ({ path, body }) => {
      if (path.includes('tkt_poisoned')) return problem(500, 'internal');
      if (body?.message === 'unlucky' && service.of(path).length < 3) throw new TypeError('network');
      return undefined;
    });
    const support = service.open();
    support.tickets.reply('tkt_poisoned', 'never').catch(() => {});
    support.tickets.reply('tkt_poisoned', 'behind it').catch(() => {});
    await support.tickets.reply('tkt_1', 'unlucky');
    const keys = service.of(`${TICKETS}/tkt_1`).map(({ headers }) => headers.get('idempotency-key'));
    assert.equal(keys.length, 3);
    assert.equal(new Set(keys).size, 1);
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
    await until(() => service.of(`${TICKETS}/tkt_poisoned`).length >= 3);
    const poisoned = service.of(`${TICKETS}/tkt_poisoned`);
    assert.ok(poisoned.every(({ body }) => body?.message === 'never'));
  });

  test('takes a page of somebody else for no answer, whatever its status', async (t: TestContext) => {
    const pages = [200, 302, 403, 404].map(
      (status) => new Response('<h1>Welcome to the hotel</h1>', { status, headers: { 'content-type': 'text/html' } }),
    );
    const service = fakeService(t, ({ path }) => (path === TICKETS ? pages.shift() : undefined));
    await service.open().tickets.create(ticket);
    assert.equal(service.of(TICKETS).length, 5);
  });

  test('replies in a ticket that waits itself, by the id of its entry, also once it is there', async (t: TestContext) => {
    const service = fakeService(t);
    const support = service.open();
    let id = '';
    support.on('outbox', (entry) => {
      if (entry.kind === 'create') id = entry.id;
    });
    const created = support.tickets.create(ticket);
    await until(() => id !== '');
    await support.tickets.reply(id, 'before');
    await created;
    await support.tickets.reply(id, 'after');
    assert.deepEqual(
      service.requests.filter(({ body }) => body?.message !== undefined).map(({ path, body }) => [path, body?.message]),
      [
        [TICKETS, 'm'],
        [`${TICKETS}/tkt_1/messages`, 'before'],
        [`${TICKETS}/tkt_1/messages`, 'after'],
      ],
    );
  });

  test('finds the ticket of a reply that another tab put back as it was', async (t: TestContext) => {
    const id = 'a'.repeat(32);
    const entries = [
      { id, kind: 'create', ticketId: 'tkt_9', body: ticket, state: 'sent', triedAt: 1 },
      { id: 'b'.repeat(32), kind: 'reply', ticketId: id, body: { message: 'more' }, state: 'queued' },
    ];
    const storage = mapStorage(new Map([['player-support:ppk_back:outbox', JSON.stringify(entries)]]));
    const service = fakeService(t);
    const support = service.open({ storage, projectPublicKey: 'ppk_back' });
    support.start();
    await until(async () => (await support.outbox.entries())[1]?.state === 'sent');
    assert.equal(service.of(`${TICKETS}/tkt_9/messages`).length, 1);
  });

  test('fails what was said in a ticket that failed, and sends both when it is tried once more', async (t: TestContext) => {
    let full = true;
    const service = fakeService(t, ({ path }) =>
      full && path === TICKETS ? problem(409, 'open-ticket-limit') : undefined,
    );
    const support = service.open();
    let id = '';
    support.on('outbox', (entry) => {
      if (entry.kind === 'create') id = entry.id;
    });
    await assert.rejects(support.tickets.create(ticket), { slug: 'open-ticket-limit' });
    await assert.rejects(support.tickets.reply(id, 'more'), { slug: 'open-ticket-limit' });
    assert.equal(service.of(`${TICKETS}/`).length, 0);
    full = false;
    const sent = new Promise<void>((resolve) => {
      support.on('outbox', ({ kind, state }) => void (kind === 'reply' && state === 'sent' && resolve()));
    });
    await support.outbox.retry(id);
    await sent;
    assert.deepEqual(
      (await support.outbox.entries()).map(({ state, ticketId }) => [state, ticketId]),
      [
        ['sent', 'tkt_1'],
        ['sent', 'tkt_1'],
      ],
    );
  });

  test('does not fail a text if identify is refused after a 401', async (t: TestContext) => {
    let identified = 0;
    let refusals = 2;
    const service = fakeService(t, ({ path, headers }) => {
      if (path.endsWith('/identify'))
        return ++identified > 1 && refusals-- > 0 ? problem(400, 'validation') : undefined;
      return headers.get('authorization') === 'Bearer token-1' ? problem(401, 'unauthorized') : undefined;
    });
    const support = service.open();
    await support.tickets.create(ticket);
    assert.ok(identified > 3, `${identified}`);
  });

  test('gives back what was aborted before its first try, and not what may have arrived', async (t: TestContext) => {
    const service = fakeService(t, () => new Promise((resolve) => setTimeout(resolve, 1000, undefined)));
    const support = service.open();
    const [first, second] = [new AbortController(), new AbortController()];
    const sent = support.tickets.reply('tkt_1', 'first', { signal: first.signal });
    const waits = support.tickets.reply('tkt_1', 'second', { signal: second.signal });
    await until(async () => (await support.outbox.entries())[0]?.state === 'sending');
    first.abort(new Error('enough'));
    second.abort(new Error('enough'));
    await assert.rejects(sent, /enough/);
    await assert.rejects(waits, /enough/);
    await assert.rejects(support.tickets.reply('tkt_1', 'third', { signal: first.signal }), /enough/);
    await until(async () => (await support.outbox.entries())[0]?.state === 'sent');
    assert.equal((await support.outbox.entries()).length, 1);
    assert.equal(service.of(TICKETS).length, 1);
  });

  test('gives up what may have arrived and is older than the server remembers', async (t: TestContext) => {
    const storage = mapStorage(new Map());
    const id = 'a'.repeat(32);
    const entry = { id, kind: 'reply', ticketId: 'tkt_1', body: { message: 'm' }, state: 'sending' };
    const tried = (days: number) => [{ ...entry, triedAt: Date.now() - days * 86_400_000 }];
    storage.set('player-support:ppk_old:outbox', JSON.stringify(tried(6.1)));
    const service = fakeService(t);
    const support = service.open({ storage, projectPublicKey: 'ppk_old' });
    support.start();
    await until(async () => (await support.outbox.entries())[0]?.state === 'failed');
    assert.equal((await support.outbox.entries())[0]?.error?.slug, 'outbox-expired');
    assert.equal(service.of(TICKETS).length, 0);
    // The player checked that it did not arrive, so it counts as new.
    await support.outbox.retry(id);
    await until(async () => (await support.outbox.entries())[0]?.state !== 'queued');
    await until(async () => (await support.outbox.entries())[0]?.state !== 'sending');
    assert.equal((await support.outbox.entries())[0]?.state, 'sent');
    assert.equal(service.of(TICKETS).length, 1);
  });

  test('forgets a failed entry that the player discards', async (t: TestContext) => {
    const support = fakeService(t, ({ path }) =>
      path === TICKETS ? problem(409, 'open-ticket-limit') : undefined,
    ).open();
    await assert.rejects(support.tickets.create(ticket), { slug: 'open-ticket-limit' });
    const [entry] = await support.outbox.entries();
    await support.outbox.discard(entry?.id ?? '');
    assert.deepEqual(await support.outbox.entries(), []);
  });

  test('holds 200 at most', async (t: TestContext) => {
    const support = fakeService(t, () => problem(503, 'unavailable', {}, { 'retry-after': '3600' })).open();
    const errors: unknown[] = [];
    for (let count = 0; count < 201; count++) support.tickets.reply('tkt_1', 'm').catch((error) => errors.push(error));
    await until(() => errors.length > 0);
    assert.deepEqual(
      errors.map((error) => (error as SupportError).slug),
      ['outbox-full'],
    );
  });

  test('waits as long as the server said, although the network comes back meanwhile', async (t: TestContext) => {
    const service = fakeService(t, ({ path }) =>
      path === TICKETS ? problem(429, 'rate-limited', {}, { 'retry-after': '3600' }) : undefined,
    );
    const support = service.open();
    support.tickets.create(ticket).catch(() => {});
    const isPostponed = async () =>
      service.of(TICKETS).length === 1 && (await support.outbox.entries())[0]?.state === 'queued';
    await until(isPostponed);
    support.start();
    // This is sent at once. A due create would go before it.
    await support.tickets.reply('tkt_2', 'm');
    assert.deepEqual(
      service.of(TICKETS).map(({ path }) => path),
      [TICKETS, `${TICKETS}/tkt_2/messages`],
    );
  });
});
