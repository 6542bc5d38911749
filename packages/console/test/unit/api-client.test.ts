import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { ApiError, isRetryable, isUnavailable } from '../../src/api/api-error.ts';
import { api } from '../../src/api/client.ts';
import { dropEarlyResponses, sendEarly } from '../../src/api/early-responses.ts';

/** Returns what was requested. */
function respond(t: TestContext, response: () => Promise<Response>): { url: string; init: RequestInit }[] {
  const requests: { url: string; init: RequestInit }[] = [];
  t.mock.method(globalThis, 'fetch', (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return response();
  });
  return requests;
}

const ok = async () => Response.json({});
const rejection = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, `${error}`);
  return error;
};

suite('a request', () => {
  test('has the path parameters and the query parameters, encoded', async (t) => {
    const requests = respond(t, ok);
    await api.get('/tickets/{ticketId}', { path: { ticketId: 'a/b?c' } });
    await api.get('/tickets', { query: { view: 'mine', tag: 'a&b', cursor: undefined } });
    await api.get('/tickets/counts', { query: { projectId: undefined } });
    assert.deepEqual(
      requests.map(({ url }) => url),
      ['/api/v1/team/tickets/a%2Fb%3Fc', '/api/v1/team/tickets?view=mine&tag=a%26b', '/api/v1/team/tickets/counts'],
    );
  });

  test('has the method, the body as JSON, the key and the cookie of this site', async (t) => {
    const requests = respond(t, ok);
    const path = { ticketId: 'tkt_1' };
    await api.post('/tickets/{ticketId}/notes', { path, body: { message: 'x' }, idempotencyKey: 'k', keepalive: true });
    await api.delete('/session');
    const [note, signOut] = requests.map(({ init }) => init);
    assert.equal(note?.method, 'POST');
    assert.equal(note?.body, '{"message":"x"}');
    assert.deepEqual(note?.headers, { 'content-type': 'application/json', 'idempotency-key': 'k' });
    assert.deepEqual([note?.credentials, note?.keepalive], ['same-origin', true]);
    assert.deepEqual([signOut?.method, signOut?.body, signOut?.headers], ['DELETE', undefined, {}]);
  });

  test('returns the response body, or undefined if it is empty', async (t) => {
    respond(t, async () => Response.json({ members: [] }));
    assert.deepEqual(await api.get('/members'), { members: [] });
    t.mock.restoreAll();
    respond(t, async () => new Response(null, { status: 204 }));
    assert.equal(await api.delete('/session'), undefined);
  });
});

suite('a failed request', () => {
  test('throws the problem, with its slug, fields and Retry-After', async (t) => {
    const fields = { errors: { name: ['Is required.'] }, problems: [{ field: 'name', code: 'required' }] };
    const problem = { type: '/problems/validation', title: 'T', detail: 'D', ...fields };
    respond(t, async () => Response.json(problem, { status: 400, headers: { 'retry-after': '7' } }));
    const { status, slug, title, detail, problems, retryAfter } = await rejection(api.get('/members'));
    assert.deepEqual([status, slug, title, detail, retryAfter], [400, 'validation', 'T', 'D', 7]);
    assert.deepEqual(problems, [{ field: 'name', code: 'required', message: 'Is required.' }]);
  });

  test('throws the status if the response is no problem, such as one of a proxy', async (t) => {
    respond(t, async () => new Response('<html>', { status: 502 }));
    const { status, slug, retryAfter } = await rejection(api.get('/members'));
    assert.deepEqual([status, slug, retryAfter], [502, 'unknown', undefined]);
  });

  test('has the status of the response if that of the problem is null or absent', async (t) => {
    const none = { type: null, title: null, detail: null, instance: null };
    for (const problem of [{}, { status: null }, { ...none, status: null }]) {
      respond(t, async () => Response.json(problem, { status: 409 }));
      const { status, slug, title, detail } = await rejection(api.get('/members'));
      assert.deepEqual([status, slug, title, detail], [409, 'unknown', '', '']);
      t.mock.restoreAll();
    }
  });

  test('has status 0 without a response', async (t) => {
    respond(t, () => Promise.reject(new TypeError('fetch failed')));
    const { status, slug } = await rejection(api.get('/members'));
    assert.deepEqual([status, slug], [0, 'offline']);
  });

  test('has status 0 if a page of another server answers, such as that of a hotel network', async (t) => {
    respond(t, async () => new Response('<!doctype html><title>Welcome</title>'));
    const { status, slug } = await rejection(api.delete('/session'));
    assert.deepEqual([status, slug], [0, 'offline']);
  });

  test('throws the reason of its signal if it was aborted', async (t) => {
    const controller = new AbortController();
    const reason = new Error('The page was left.');
    controller.abort(reason);
    respond(t, () => Promise.reject(reason));
    await assert.rejects(api.get('/members', { signal: controller.signal }), reason);
  });

  test('does not wait for a server that never responds, also if it was sent early', async (t) => {
    t.after(dropEarlyResponses);
    // The timer for old responses would keep the process for 30 seconds.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    for (const response of [new Promise<Response>(() => undefined), new Response(new ReadableStream())]) {
      respond(t, async () => response);
      sendEarly(['/api/v1/team/session']);
      const controller = new AbortController();
      const session = api.get('/session', { signal: controller.signal });
      const reason = new Error('The page was left.');
      controller.abort(reason);
      await assert.rejects(session, reason);
      t.mock.restoreAll();
    }
  });
});

/** Never called: only the types check each line, and a missing error is an error. */
export async function typeErrors(): Promise<void> {
  const path = { ticketId: 'tkt_1' };
  // @ts-expect-error There is no such path.
  await api.get('/ticket');
  // @ts-expect-error The path has no such method.
  await api.delete('/projects');
  // @ts-expect-error The path parameter is missing.
  await api.get('/tickets/{ticketId}');
  // @ts-expect-error The path parameter has another name.
  await api.get('/tickets/{ticketId}', { path: { id: 'tkt_1' } });
  // @ts-expect-error There is no such query parameter.
  await api.get('/tickets', { query: { owner: 'mem_1' } });
  // @ts-expect-error The query parameter has no such value.
  await api.get('/tickets', { query: { status: 'reopened' } });
  // @ts-expect-error The body is missing.
  await api.post('/macros');
  // @ts-expect-error A field of the body is missing.
  await api.post('/macros', { body: { name: 'Thanks' } });
  // @ts-expect-error The body has no such field.
  await api.patch('/tickets/{ticketId}', { path, body: { owner: null } });
  // @ts-expect-error The field of the body has another type.
  await api.patch('/tickets/{ticketId}', { path, body: { tags: 'vip' } });
  // @ts-expect-error The operation does not take an Idempotency-Key.
  await api.patch('/macros/{macroId}', { path: { macroId: 'mac_1' }, body: {}, idempotencyKey: 'k' });
  // @ts-expect-error The response has no such field.
  (await api.get('/members')).people;
  // @ts-expect-error The response has no body.
  (await api.delete('/session')).member;
}

suite('after an error', () => {
  for (const [status, slug, again, later] of [
    [0, 'offline', true, true],
    [400, 'validation', false, false],
    [401, 'unauthorized', false, false],
    [403, 'forbidden', false, false],
    [404, 'not-found', false, false],
    [408, 'request-timeout', true, false],
    [409, 'ticket-changed', false, false],
    [429, 'rate-limited', true, true],
    [429, 'mention-limit', false, true],
    [500, 'internal', true, false],
    [503, 'unavailable', true, true],
  ] as const)
    test(`${status} ${slug}: retryable ${again}, unavailable ${later}`, () => {
      const error = new ApiError(status, { type: `https://support.example/problems/${slug}` });
      assert.deepEqual([isRetryable(error), isUnavailable(error)], [again, later]);
    });
});
