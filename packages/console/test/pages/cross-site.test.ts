import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aTicket, team } from '../../../server/test/helpers/builders.ts';
import { eventually, openStudio } from '../helpers/studio.ts';

const studio = await openStudio();
const owner = await studio.member('owner');

/** Another port is the same site, so the browser sends the cookie. */
const foreign = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Win a prize</title>');
}).listen(0, '127.0.0.1');
await once(foreign, 'listening');
after(() => foreign.close());
const { port } = foreign.address() as AddressInfo;

/** What a forged request could change. Keys' last uses are saved later. */
async function state(ticketId: string): Promise<string> {
  const paths = [`/tickets/${ticketId}`, '/members', '/invitations', '/api-keys', '/projects', '/macros'];
  const texts = await Promise.all(paths.map(async (path) => (await team(studio, 'GET', path)).text));
  return texts.join('\n').replaceAll(/"lastUsedAt":(?:null|"[^"]*")/g, '');
}

interface Write {
  readonly url: string;
  readonly status: number;
  readonly cookie: string;
}

/** Records the browser's POST requests, also those whose response it keeps from the page. */
async function watchWrites(page: Page, base: string): Promise<Write[]> {
  const client = await page.context().newCDPSession(page);
  const sent = new Map<string, string>();
  const cookies = new Map<string, string>();
  const statuses = new Map<string, number>();
  const writes: Write[] = [];
  // A request's events come in any order.
  const note = (id: string) => {
    const [url, status, cookie] = [sent.get(id), statuses.get(id), cookies.get(id)];
    if (url === undefined || status === undefined || cookie === undefined) return;
    sent.delete(id);
    writes.push({ url, status, cookie });
  };
  client.on('Network.requestWillBeSent', ({ requestId, request: { method, url } }) => {
    if (method === 'POST' && url.startsWith(base)) sent.set(requestId, url);
    note(requestId);
  });
  client.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    cookies.set(requestId, headers.Cookie ?? headers.cookie ?? '');
    note(requestId);
  });
  client.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    statuses.set(requestId, statusCode);
    note(requestId);
  });
  await client.send('Network.enable');
  return writes;
}

for (const host of ['127.0.0.1', 'localhost']) {
  test(`a page of ${host} with another origin cannot read or change anything with the member's cookie`, async (t) => {
    const ticketId = await aTicket(studio, await aPlayer(studio));
    const base = `${studio.url}/api/v1/team`;
    const page = await studio.open(t, { as: owner, path: '/queue' });
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const before = await state(ticketId);
    const writes = await watchWrites(page, base);
    await page.goto(`http://${host}:${port}/`);

    // Without a body there is no preflight, so only the server can refuse.
    const simple = [
      `${base}/members/${owner.id}/password-link`,
      `${base}/account/totp`,
      `${base}/tickets/${ticketId}/notes`,
    ];
    for (const url of simple) {
      await page.evaluate(
        // The browser sends it, and hides even that there was a response.
        (to) => fetch(to, { method: 'POST', mode: 'no-cors', credentials: 'include' }).catch(() => {}),
        url,
      );
    }
    const body = JSON.stringify({ message: 'Forged.' });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      await page.evaluate(
        ([url, text, contentType]) =>
          fetch(url, {
            method: 'POST',
            mode: 'no-cors',
            credentials: 'include',
            headers: { 'content-type': contentType },
            body: text,
          }).catch(() => {}),
        [`${base}/tickets/${ticketId}/replies`, body, type] as const,
      );
    }
    // Their preflight fails.
    for (const [method, path] of [
      ['POST', `/tickets/${ticketId}/replies`],
      ['PATCH', `/tickets/${ticketId}`],
      ['DELETE', '/session'],
      ['GET', '/session'],
    ] as const) {
      const read = await page.evaluate(
        async ([url, verb, text]) =>
          fetch(url, {
            method: verb,
            credentials: 'include',
            headers: { 'content-type': 'application/json' },
            ...(verb === 'GET' ? {} : { body: text }),
          }).then(
            (response) => response.text(),
            () => 'refused',
          ),
        [base + path, method, body] as const,
      );
      assert.equal(read, 'refused', `${method} ${path}`);
    }
    await page.evaluate((action) => {
      const form = Object.assign(document.createElement('form'), { action, method: 'post', enctype: 'text/plain' });
      form.append(Object.assign(document.createElement('input'), { name: '{"message":"Forged.","x":"', value: '"}' }));
      document.body.append(form);
      form.submit();
    }, `${base}/tickets/${ticketId}/replies`);
    await page.waitForURL(`${base}/**`);

    await eventually(async () => writes.length >= simple.length + 3);
    for (const { url, status } of writes) assert.ok([401, 403].includes(status), `${url} ${status}`);
    if (host === '127.0.0.1') {
      assert.match(writes.at(-1)?.cookie ?? '', /player-support=/, 'the cookie was sent');
      assert.deepEqual([...new Set(writes.map(({ status }) => status))], [403]);
    }
    assert.equal(await state(ticketId), before);
    assert.equal((await owner.call('GET', '/session')).status, 200, 'still signed in');
  });
}
