import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { type PlayerSupport, SupportError } from '../../src/index.ts';
import { fakeService, problem } from '../helpers/fake-service.ts';
import { fastTime } from '../helpers/fast-time.ts';
import { until } from '../helpers/until.ts';

fastTime(50);

const TICKETS = '/api/v1/tickets';
const ticket = { type: 'bug', subject: 's', message: 'm' };
const json = (status: number, body: unknown) => Response.json(body, { status });

/** Responses that are not the service's, with the error's slug. */
const FOREIGN: Readonly<Record<string, readonly [() => Response, string]>> = {
  'a JSON 200 of a login page': [() => json(200, { message: 'Please log in' }), 'foreign-response'],
  'an empty JSON 200': [() => json(200, {}), 'foreign-response'],
  'a JSON 200 that is a list': [() => json(200, ['ok']), 'foreign-response'],
  'a JSON 200 with other types': [() => json(200, { ticketId: 1, messageId: 1, id: 1 }), 'foreign-response'],
  'a JSON 400 of a proxy': [() => json(400, { message: 'Bad request' }), 'foreign-response'],
  'a JSON 404 of another service': [() => json(404, { type: 'about:blank', status: 404 }), 'foreign-response'],
  'a JSON 403 with a type of another service': [
    () => json(403, { type: 'https://example.com/problems/forbidden' }),
    'foreign-response',
  ],
  'a code that is no code of identify': [
    () => Response.json({ error: { code: '/problems/validation' } }, { status: 400 }),
    'foreign-response',
  ],
  'a type that is no problem of the service': [
    () => Response.json({ type: 'project_not_found' }, { status: 404 }),
    'foreign-response',
  ],
  'a 413 of a proxy': [() => new Response('too large', { status: 413 }), 'foreign-response'],
  'a 304 that nobody asked for': [() => new Response(null, { status: 304 }), 'foreign-response'],
  'a redirect': [() => Response.redirect('https://login.example', 302), 'redirect'],
  'a redirect as a browser shows it': [
    () => Object.defineProperties(new Response(null), { type: { value: 'opaqueredirect' }, status: { value: 0 } }),
    'redirect',
  ],
};

function errorsOf(support: PlayerSupport): SupportError[] {
  const errors: SupportError[] = [];
  support.on('error', (error) => errors.push(error as SupportError));
  return errors;
}

test('a request that the browser blocks is told, with the reason', async (t: TestContext) => {
  let isBlocked = true;
  const service = fakeService(t, ({ path }) => {
    if (path === TICKETS && isBlocked) throw new TypeError('Failed to fetch');
    return undefined;
  });
  const support = service.open();
  const errors = errorsOf(support);
  const created = support.tickets.create(ticket);
  await until(() => errors.length >= 2);
  const [{ slug, message } = new SupportError()] = errors;
  assert.deepEqual([slug, message], ['network', 'No response: TypeError: Failed to fetch']);
  isBlocked = false;
  assert.ok((await created).ticketId);
});

for (const [name, [response, slug]] of Object.entries(FOREIGN)) {
  suite(name, () => {
    test('is no answer to a ticket or a reply, and is told', async (t: TestContext) => {
      const isForeign = new Set([TICKETS, `${TICKETS}/tkt_1/messages`]);
      const service = fakeService(t, ({ path }) => (isForeign.delete(path) ? response() : undefined));
      const support = service.open();
      const errors = errorsOf(support);
      const reasons: (string | undefined)[] = [];
      support.on('outbox', ({ state, lastError }) => void (state === 'queued' && reasons.push(lastError?.slug)));
      await support.tickets.create(ticket);
      await support.tickets.reply('tkt_1', 'more');
      assert.deepEqual(reasons, [undefined, slug, undefined, slug]);
      assert.deepEqual(
        errors.map((error) => [error instanceof SupportError, error.slug, error.status]),
        [
          [true, slug, 0],
          [true, slug, 0],
        ],
      );
      const entries = await support.outbox.entries();
      assert.deepEqual(
        entries.map(({ state, lastError }) => [state, lastError]),
        [
          ['sent', undefined],
          ['sent', undefined],
        ],
      );
      const keys = service.of(TICKETS).map(({ headers }) => headers.get('idempotency-key'));
      assert.equal(new Set(keys).size, 2);
      assert.equal(keys.length, 4);
    });

    test('fails every other call', async (t: TestContext) => {
      let isForeign = false;
      const support = fakeService(t, () => (isForeign ? response() : undefined)).open();
      await support.tickets.list();
      isForeign = true;
      for (const work of [
        () => support.tickets.list(),
        () => support.tickets.get('tkt_1'),
        () => support.inbox.messages(),
        () => support.inbox.markRead('msg_1'),
      ]) {
        await assert.rejects(work(), { slug });
      }
    });

    test('to identify delays a ticket and does not fail it', async (t: TestContext) => {
      let isForeign = true;
      const service = fakeService(t, ({ path }) => (isForeign && path.endsWith('/identify') ? response() : undefined));
      const support = service.open();
      const errors = errorsOf(support);
      const sent = support.tickets.create(ticket);
      await until(() => errors.length > 0);
      assert.equal((await support.outbox.entries())[0]?.lastError?.slug, slug);
      assert.equal(service.of(TICKETS).length, 0);
      isForeign = false;
      await sent;
    });
  });
}

suite('a wrong configuration', () => {
  for (const baseUrl of [
    '',
    'support.example',
    '/support',
    'ftp://support.example',
    'https://',
    'https://support.example?x=1',
    'https://support.example/#top',
    'https://user:secret@support.example',
    'https://support example',
  ]) {
    test(`is told at once: baseUrl ${JSON.stringify(baseUrl)}`, (t: TestContext) => {
      assert.throws(() => fakeService(t).open({ baseUrl }), TypeError);
    });
  }

  test('is told at once: no URL at all, and no key', (t: TestContext) => {
    assert.throws(() => fakeService(t).open({ baseUrl: undefined as unknown as string }), TypeError);
    assert.throws(() => fakeService(t).open({ projectPublicKey: '' }), /projectPublicKey/);
  });

  test('is not a URL with a path and a slash at its end', async (t: TestContext) => {
    const service = fakeService(t);
    await service.open({ baseUrl: 'http://localhost:8080/support/' }).tickets.list();
    assert.equal(service.requests[0]?.path, '/support/api/v1/player/identify');
  });

  test('is told by an event and by the entry: no project has the key', async (t: TestContext) => {
    const unavailable = { error: { code: 'project_not_found', message: 'No project has this public key.' } };
    let isWrong = true;
    const service = fakeService(t, ({ path }) =>
      isWrong && path.endsWith('/identify') ? json(404, { ...unavailable, requestId: 'r' }) : undefined,
    );
    const support = service.open();
    const errors = errorsOf(support);
    const sent = support.tickets.create(ticket);
    await until(() => errors.length > 0);
    assert.equal((errors[0] as SupportError).slug, 'project_not_found');
    const [entry] = await support.outbox.entries();
    assert.deepEqual([entry?.state, entry?.lastError?.slug], ['queued', 'project_not_found']);
    isWrong = false;
    support.outbox.sendNow();
    await sent;
  });

  test('that the service refuses keeps the text: an unknown path, a user id that is too long', async (t: TestContext) => {
    for (const [status, slug] of [
      [404, 'not-found'],
      [400, 'validation'],
    ] as const) {
      let isWrong = true;
      const service = fakeService(t, ({ path }) =>
        isWrong && path.endsWith('/identify') ? problem(status, slug) : undefined,
      );
      const support = service.open();
      const errors = errorsOf(support);
      const sent = support.tickets.create(ticket);
      await until(() => errors.length > 0);
      const [entry] = await support.outbox.entries();
      assert.deepEqual([entry?.state, entry?.lastError?.slug], ['queued', slug]);
      isWrong = false;
      await sent;
    }
  });
});

test('a refusal of the service is an answer: 400, 413, 431', async (t: TestContext) => {
  for (const [status, slug] of [
    [400, 'bad-request'],
    [413, 'payload-too-large'],
    [431, 'headers-too-large'],
  ] as const) {
    const support = fakeService(t, ({ path }) => (path === TICKETS ? problem(status, slug) : undefined)).open();
    await assert.rejects(support.tickets.create(ticket), { slug, status });
    assert.equal((await support.outbox.entries())[0]?.state, 'failed');
  }
});

test('a refusal has the status of the response: that of the problem can be null or absent', async (t: TestContext) => {
  const none = { title: null, detail: null, instance: null };
  for (const fields of [{ status: null }, { status: undefined }, { ...none, status: null }]) {
    const support = fakeService(t, ({ path }) =>
      path === TICKETS ? problem(400, 'bad-request', fields) : undefined,
    ).open();
    const message = 'title' in fields ? 'The server answered 400.' : 'bad-request';
    await assert.rejects(support.tickets.create(ticket), { slug: 'bad-request', status: 400, message });
    assert.equal((await support.outbox.entries())[0]?.state, 'failed');
  }
});
