import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ProjectResponse } from '@player-support/contract/team/projects';
import { sendTestTicket } from '../../src/queue/first-steps/test-ticket.ts';

const project = { id: 'prj_1', publicKey: 'ppk_1', ticketTypes: [] } as unknown as ProjectResponse;
const texts = { userId: 'Test by Ada', subject: 'Test', message: 'Hello' };

/** The ticket gets this response. Undefined: the connection breaks. */
async function sent(t: TestContext, ticket: Response | undefined, memberId = 'mem_ada') {
  const requests: (RequestInit & { readonly url: string })[] = [];
  t.mock.method(globalThis, 'fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, ...init });
    if (url.endsWith('/identify')) return Response.json({ playerAccessToken: 'secret' });
    if (ticket === undefined) throw new TypeError('network');
    return ticket;
  });
  await sendTestTicket(memberId, project, texts).catch(() => undefined);
  t.mock.restoreAll();
  const [identify, create] = requests;
  assert.deepEqual([identify?.url, create?.url], ['/api/v1/player/identify', '/api/v1/tickets']);
  for (const { credentials } of requests) assert.equal(credentials, 'omit', 'a game has no cookie');
  const headers = new Headers(create?.headers);
  assert.equal(headers.get('authorization'), 'Bearer secret');
  const { installationId } = JSON.parse(String(identify?.body));
  return `${installationId} ${headers.get('idempotency-key')}`;
}

test('a ticket that the server has not confirmed is sent again as the same one', async (t) => {
  const first = await sent(t, undefined);
  assert.equal(await sent(t, Response.json({}, { status: 429 })), first);
  assert.equal(await sent(t, Response.json({}, { status: 503 })), first);
  assert.notEqual(await sent(t, Response.json({}, { status: 201 }), 'mem_ben'), first, 'that of another member');
  assert.equal(await sent(t, Response.json({}, { status: 201 })), first);
  const second = await sent(t, Response.json({}, { status: 409 }));
  assert.notEqual(second, first, 'after a confirmed one');
  assert.notEqual(await sent(t, undefined), second, 'after one that the server refuses for good');
});
