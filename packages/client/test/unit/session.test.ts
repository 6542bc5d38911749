import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { fakeService, mapStorage, problem } from '../helpers/fake-service.ts';
import { fastTime } from '../helpers/fast-time.ts';

fastTime(20);

const IDENTIFY = '/api/v1/player/identify';

suite('a token', () => {
  for (const stored of [{}, [], 7, null]) {
    test(`that is ${JSON.stringify(stored)} in the storage is replaced`, async (t: TestContext) => {
      const values = new Map<string, string>();
      const options = { projectPublicKey: 'ppk_token', storage: mapStorage(values) };
      const service = fakeService(t);
      await service.open(options).tickets.list();
      values.set('player-support:ppk_token:session', JSON.stringify({ token: stored, identity: '{}' }));
      await service.open(options).tickets.list();
      assert.equal(service.requests.at(-1)?.headers.get('authorization'), 'Bearer token-2');
    });
  }

  test('that is empty and refused is not asked for again and again', async (t: TestContext) => {
    const service = fakeService(t, ({ path }) =>
      path === IDENTIFY ? Response.json({ playerAccessToken: '' }) : problem(401, 'unauthorized'),
    );
    await assert.rejects(service.open().tickets.list(), { slug: 'unauthorized' });
    assert.ok(service.requests.length <= 4, `${service.requests.length}`);
  });
});

suite('identify', () => {
  test('happens once for concurrent calls, with a stored id of 128 random bits', async (t: TestContext) => {
    const service = fakeService(t);
    const values = new Map<string, string>();
    const options = { projectPublicKey: 'ppk_once', storage: mapStorage(values) };
    const support = service.open(options);
    await Promise.all([support.tickets.list(), support.inbox.messages(), support.tickets.get('tkt_1')]);
    const again = service.open(options);
    await again.tickets.list();
    assert.equal(service.of(IDENTIFY).length, 1);
    const id = service.of(IDENTIFY)[0]?.body?.installationId;
    assert.match(String(id), /^[0-9a-f]{32}$/);
    assert.equal(values.get('player-support:ppk_once:installation'), JSON.stringify(id));
  });

  test('happens once after a 401, for all refused calls', async (t: TestContext) => {
    const service = fakeService(t, ({ headers }) =>
      headers.get('authorization') === 'Bearer token-1' ? problem(401, 'unauthorized') : undefined,
    );
    const support = service.open();
    await Promise.all([support.tickets.list(), support.inbox.messages(), support.tickets.get('tkt_1')]);
    assert.equal(service.of(IDENTIFY).length, 2);
  });

  test('is not repeated if a new token is refused too', async (t: TestContext) => {
    const service = fakeService(t, ({ path }) => (path === IDENTIFY ? undefined : problem(401, 'unauthorized')));
    await assert.rejects(service.open().tickets.list(), { slug: 'unauthorized' });
    assert.equal(service.of(IDENTIFY).length, 2);
  });

  test('is not sent by a tab that finds a newer token of another tab', async (t: TestContext) => {
    let valid = 'token-1';
    const service = fakeService(t, ({ path, headers }) =>
      path === IDENTIFY || headers.get('authorization') === `Bearer ${valid}`
        ? undefined
        : problem(401, 'unauthorized'),
    );
    const options = { projectPublicKey: 'ppk_tabs', storage: mapStorage(new Map()) };
    const [one, other] = [service.open(options), service.open(options)];
    await one.tickets.list();
    await other.tickets.list();
    valid = 'token-2';
    await one.tickets.list();
    await other.tickets.list();
    assert.equal(service.of(IDENTIFY).length, 2);
  });

  test('sends a new userId; two tabs with different ones do not overwrite each other again and again', async (t: TestContext) => {
    let token = '';
    const service = fakeService(t, async ({ path, headers }) => {
      if (path === IDENTIFY) {
        token = `token of ${service.requests.length}`;
        return Response.json({ playerId: 'p', playerAccessToken: token });
      }
      return headers.get('authorization') === `Bearer ${token}` ? undefined : problem(401, 'unauthorized');
    });
    const options = { projectPublicKey: 'ppk_users', storage: mapStorage(new Map()) };
    const guest = service.open(options);
    await guest.tickets.list();
    const ann = service.open({ ...options, userId: 'ann', context: { locale: 'de' } });
    for (let round = 0; round < 10; round++) {
      await ann.tickets.list();
      await guest.tickets.list();
    }
    const bodies = service.of(IDENTIFY).map(({ body }) => body);
    assert.deepEqual(
      bodies.map((body) => body?.userId),
      [undefined, 'ann'],
    );
    assert.deepEqual(bodies[1]?.context, { locale: 'de' });
  });

  test('shows the token in no URL, error or event', async (t: TestContext) => {
    const service = fakeService(t, ({ path }) => (path.includes('/tickets') ? problem(500, 'internal') : undefined));
    const support = service.open();
    const emitted: unknown[] = [];
    for (const name of ['error', 'outbox', 'message', 'ticket', 'unread'] as const)
      support.on(name, (one) => emitted.push(one));
    const error = await support.tickets.list().catch((reason: Error) => reason);
    assert.ok(error instanceof Error);
    const seen = service.requests.map(({ path }) => path).join() + JSON.stringify(emitted) + JSON.stringify(error);
    assert.doesNotMatch(`${seen}${error.message}${error.stack}`, /token-1/);
  });
});
