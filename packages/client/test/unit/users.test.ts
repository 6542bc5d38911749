import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { PlayerSupport } from '../../src/index.ts';
import { fakeService, mapStorage, type ReceivedRequest } from '../helpers/fake-service.ts';
import { fastTime } from '../helpers/fast-time.ts';
import { until } from '../helpers/until.ts';

fastTime(50);

const TICKETS = '/api/v1/tickets';
const LIST = '/api/v1/player/tickets?';
const IDENTIFY = '/api/v1/player/identify';
const text = (message: string) => ({ type: 'bug', subject: 's', message });

/** Gives each installation a token, and keeps its tickets. */
function players(t: TestContext, delay: (request: ReceivedRequest) => Promise<void> = async () => {}) {
  const tickets = new Map<string, string[]>();
  const service = fakeService(t, async (request) => {
    const { path, body, headers } = request;
    await delay(request);
    if (path === IDENTIFY) {
      return Response.json({ playerId: 'p', playerAccessToken: `token of ${body?.installationId}` });
    }
    const token = headers.get('authorization')?.slice('Bearer token of '.length) ?? '';
    const own = tickets.get(token) ?? [];
    if (path === TICKETS) {
      tickets.set(token, [...own, String(body?.message)]);
      return Response.json({ ticketId: `tkt_${own.length}`, status: 'open' });
    }
    if (path.startsWith(LIST)) return Response.json({ tickets: own.map((subject) => ({ id: subject, subject })) });
    return undefined;
  });
  return { ...service, tickets };
}

const subjects = async (support: PlayerSupport) => (await support.tickets.list()).map(({ subject }) => subject);

suite('users of one device', () => {
  test('have a player each; the first one takes over the player without a user', async (t: TestContext) => {
    const values = new Map<string, string>();
    const options = { projectPublicKey: 'ppk_each', storage: mapStorage(values) };
    const service = players(t);
    const support = service.open(options);
    await support.tickets.create(text('of nobody'));
    await support.setUser('ann');
    await support.tickets.create(text('of ann'));
    assert.deepEqual(await subjects(support), ['of nobody', 'of ann']);
    await support.setUser('ben');
    assert.deepEqual(await subjects(support), []);
    assert.deepEqual(await support.outbox.entries(), []);
    await support.tickets.create(text('of ben'));
    await support.signOut();
    assert.deepEqual(await subjects(support), []);
    await support.tickets.create(text('of nobody, later'));
    await support.setUser('cid');
    assert.deepEqual(await subjects(support), []);
    await support.signOut();
    assert.deepEqual(await subjects(support), ['of nobody, later']);
    await support.setUser('ann');
    assert.deepEqual(await subjects(support), ['of nobody', 'of ann']);
    const next = service.open({ ...options, userId: 'ben' });
    assert.deepEqual(await subjects(next), ['of ben']);
    assert.equal(service.tickets.size, 3);
    assert.deepEqual(
      service.of(IDENTIFY).map(({ body }) => body?.userId),
      [undefined, 'ann', 'ben', undefined, 'cid'],
    );
  });

  test('never send with the token of another one, and late answers and events have no effect', async (t: TestContext) => {
    const { promise: late, resolve: answer } = Promise.withResolvers<void>();
    let isLate = false;
    const service = players(t, async ({ path }) => {
      if (isLate && path !== IDENTIFY) await late;
    });
    const support = service.open({ userId: 'ann' });
    await support.tickets.create(text('one'));
    isLate = true;
    const asked = service.requests.length;
    const list = support.tickets.list();
    const created = support.tickets.create(text('two'));
    await until(() => service.of(TICKETS).length >= 2 && service.requests.length >= asked + 2);
    const events: unknown[] = [];
    for (const name of ['outbox', 'ticket', 'message', 'error'] as const) support.on(name, (one) => events.push(one));
    const counts: number[] = [];
    support.on('unread', (count) => counts.push(count));
    const changed = support.setUser('ben');
    await assert.rejects(list, { slug: 'signed-out' });
    await assert.rejects(created, { slug: 'signed-out' });
    answer();
    isLate = false;
    await changed;
    assert.deepEqual(await subjects(support), []);
    assert.deepEqual([events, counts, support.inbox.unreadCount()], [[], [0], 0]);
    // Ann's text waits for her return.
    await support.setUser('ann');
    support.start();
    await until(async () => (await support.outbox.entries()).every(({ state }) => state === 'sent'));
    const keys = service.of(TICKETS).map(({ headers }) => headers.get('idempotency-key'));
    assert.equal(keys[1], created.entryId);
    assert.ok(keys.slice(1).every((key) => key === created.entryId));
    assert.equal(service.tickets.size, 1);
  });

  test('keep what they wrote offline until they are back', async (t: TestContext) => {
    let isOffline = true;
    const service = players(t, async () => {
      if (isOffline) throw new TypeError('offline');
    });
    const support = service.open({ userId: 'ann' });
    const written = support.tickets.create(text('of ann'));
    await until(async () => (await support.outbox.entries())[0]?.lastError !== undefined);
    await support.setUser('ben');
    await assert.rejects(written, { slug: 'signed-out' });
    isOffline = false;
    await support.tickets.create(text('of ben'));
    assert.deepEqual([...service.tickets.values()], [['of ben']]);
    await support.setUser('ann');
    support.start();
    await until(async () => (await support.outbox.entries())[0]?.state === 'sent');
    assert.deepEqual([...service.tickets.values()], [['of ben'], ['of ann']]);
  });

  for (const removes of [true, false]) {
    test(`leave nothing after erase, ${removes ? 'with' : 'without'} remove`, async (t: TestContext) => {
      const values = new Map<string, string>();
      const { remove, ...others } = mapStorage(values);
      const options = { projectPublicKey: 'ppk_erase', storage: removes && remove ? { ...others, remove } : others };
      let isOffline = false;
      const service = players(t, async () => {
        if (isOffline) throw new TypeError('offline');
      });
      const support = service.open({ ...options, userId: 'ann@example' });
      await support.tickets.create(text('first secret'));
      isOffline = true;
      const unsent = support.tickets.create(text('second secret'));
      await until(async () => (await support.outbox.entries()).length >= 2);
      const installation = values.get('player-support:ppk_erase:installation') ?? 'none';
      await support.signOut({ erase: true });
      await assert.rejects(unsent, { slug: 'signed-out' });
      isOffline = false;
      const left = JSON.stringify([...values]);
      assert.doesNotMatch(left, /secret|ann@example/);
      assert.ok(!left.includes(JSON.parse(installation)));
      assert.deepEqual(await subjects(support), []);
      await support.setUser('ann@example');
      assert.deepEqual(await subjects(support), []);
      assert.deepEqual(await support.outbox.entries(), []);
      assert.equal(new Set(service.of(IDENTIFY).map(({ body }) => body?.installationId)).size, 2);
    });
  }

  test('are erased at once, and no value waits for another one', async (t: TestContext) => {
    const removed: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const remove = (key: string) => {
      if (removed.push(key) === 4) resolve();
      return promise;
    };
    const support = players(t).open({ storage: { ...mapStorage(new Map()), remove } });
    const errors: unknown[] = [];
    support.on('error', (error) => errors.push(error));
    await support.tickets.create(text('secret'));
    await support.signOut({ erase: true });
    assert.deepEqual(errors, []);
    assert.equal(removed.length, 4);
  });
});

suite('a damaged list of users', () => {
  for (const damaged of ['', '{}', '[["ann', undefined]) {
    test(`shows nobody the tickets of another user: ${damaged}`, async (t: TestContext) => {
      const values = new Map<string, string>();
      const options = { projectPublicKey: 'ppk_damaged', storage: mapStorage(values) };
      const service = players(t);
      const ann = service.open({ ...options, userId: 'ann' });
      await ann.tickets.create(text('of ann'));
      ann.stop();
      if (damaged === undefined) values.delete('player-support:ppk_damaged:users');
      else values.set('player-support:ppk_damaged:users', damaged);
      const ben = service.open({ ...options, userId: 'ben' });
      assert.deepEqual(await subjects(ben), []);
      assert.deepEqual(await ben.outbox.entries(), []);
    });
  }
});

test('context and session can change; the next call sends them once', async (t: TestContext) => {
  const service = fakeService(t);
  const support = service.open({ context: { locale: 'de' } });
  await support.tickets.list();
  support.setContext({ locale: 'en' });
  support.setSession('match 1');
  await Promise.all([support.tickets.list(), support.inbox.messages()]);
  await support.tickets.list();
  assert.deepEqual(
    service.of(IDENTIFY).map(({ body }) => [body?.context, body?.sessionId]),
    [
      [{ locale: 'de' }, undefined],
      [{ locale: 'en' }, 'match 1'],
    ],
  );
});

test("a user whose player the storage cannot tell gets nobody else's", async (t: TestContext) => {
  const values = new Map<string, string>();
  const options = { projectPublicKey: 'ppk_unknown', storage: mapStorage(values) };
  const service = players(t);
  await service.open({ ...options, userId: 'ann' }).tickets.create(text('of ann'));
  const get = (key: string) => {
    if (key.endsWith(':users')) throw new Error('unreadable');
    return values.get(key);
  };
  const support = service.open({ ...options, userId: 'ben', storage: { ...options.storage, get } });
  assert.deepEqual(await subjects(support), []);
  await support.tickets.create(text('of ben'));
  assert.deepEqual(await subjects(service.open({ ...options, userId: 'ann' })), ['of ann']);
});
