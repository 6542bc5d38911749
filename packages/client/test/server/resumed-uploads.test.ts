import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { aProject } from '../../../server/test/helpers/builders.ts';
import { noise } from '../../../server/test/helpers/files.ts';
import { startServer, type TestServer } from '../../../server/test/helpers/harness.ts';
import { fileUploads, memoryFiles } from '../../src/file-uploads.ts';
import { createPlayerSupport, type Fetch, type PlayerSupport } from '../../src/index.ts';
import { mapStorage, problem } from '../helpers/fake-service.ts';

const PART = 256 * 1024;
const ticket = { type: 'bug', subject: 's', message: 'm' };
const text = (bytes: number) => 'a line of a log\n'.repeat(Math.ceil(bytes / 16)).slice(0, bytes);
const log = (bytes: number) => new File([text(bytes)], 'Spiel ü.log', { type: 'text/plain' });

type Fault = (method: string, send: () => Promise<Response>) => Promise<Response> | undefined;

/** Opens SDKs of one player, whose uploads can meet faults. */
async function game(t: TestContext, fault: Fault = () => undefined) {
  const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
  const { publicKey: projectPublicKey } = await aProject(server);
  const storage = mapStorage(new Map());
  const files = memoryFiles();
  /** Such as `PATCH 0`. */
  const requests: string[] = [];
  const fetch: Fetch = (url, init) => {
    const { method = '', headers } = init;
    if (!url.includes('/attachments')) return globalThis.fetch(url, init);
    requests.push(`${method} ${new Headers(headers).get('upload-offset') ?? ''}`.trim());
    const send = () => globalThis.fetch(url, init);
    return fault(method, send) ?? send();
  };
  const open = (): PlayerSupport => {
    const uploads = fileUploads({ store: { ...files, isVolatile: false }, partBytes: PART });
    const support = createPlayerSupport({ baseUrl: server.url, projectPublicKey, storage, fetch, files: uploads });
    t.after(() => support.stop());
    return support;
  };
  return { server, open, requests };
}

/** Tries again at once until the call settles. */
async function impatiently<T>(support: PlayerSupport, call: Promise<T>): Promise<T> {
  const again = setInterval(() => support.outbox.sendNow(), 5);
  return call.finally(() => clearInterval(again));
}

async function textsOf(server: TestServer, ticketId: string): Promise<string[]> {
  const { body } = await server.call('GET', `/api/v1/team/tickets/${ticketId}`, { token: server.teamKey });
  const urls: string[] = body.messages[0].attachments.map(({ url }: { url: string }) => url);
  return Promise.all(urls.map(async (url) => (await fetch(server.url + url)).text()));
}

test('a large file is uploaded in parts, with its name and progress; a small one in one request', async (t) => {
  const { server, open, requests } = await game(t);
  const support = open();
  const progress: number[] = [];
  support.on('upload', ({ sent }) => progress.push(sent));
  const size = 2 * PART + 9;
  const { ticketId } = await support.tickets.create({ ...ticket, attachments: [log(size), log(PART)] });
  assert.deepEqual(requests, ['POST', 'PATCH 0', `PATCH ${PART}`, `PATCH ${2 * PART}`, 'POST']);
  assert.deepEqual(await textsOf(server, ticketId), [text(size), text(PART)]);
  const { messages } = await support.tickets.get(ticketId);
  const [message] = messages as unknown as { attachments: { name: string }[] }[];
  assert.deepEqual(
    message?.attachments.map(({ name }) => name),
    ['Spiel ü.log', 'Spiel ü.log'],
  );
  assert.deepEqual(
    progress,
    progress.toSorted((one, other) => one - other),
  );
  assert.ok(progress.includes(PART) && progress.includes(2 * PART) && progress.at(-1) === size + PART, `${progress}`);
});

test('a part whose response is lost is not sent again, and one that is lost is', async (t) => {
  let parts = 0;
  const { server, open, requests } = await game(t, (method, send) => {
    if (method !== 'PATCH') return undefined;
    parts++;
    if (parts === 1) return send().then(() => Promise.reject(new TypeError('the response is lost')));
    return parts === 2 ? Promise.reject(new TypeError('offline')) : undefined;
  });
  const support = open();
  const created = support.tickets.create({ ...ticket, attachments: [log(2 * PART)] });
  const { ticketId } = await impatiently(support, created);
  assert.deepEqual(requests, ['POST', 'PATCH 0', 'GET', `PATCH ${PART}`, 'GET', `PATCH ${PART}`]);
  assert.deepEqual(await textsOf(server, ticketId), [text(2 * PART)]);
});

test('after a restart the upload goes on where the server is', async (t) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: dies, reject: die } = Promise.withResolvers<Response>();
  let parts = 0;
  const { server, open, requests } = await game(t, (method) => {
    if (method !== 'PATCH' || ++parts !== 3) return undefined;
    arrive();
    return dies;
  });
  const first = open();
  first.tickets.create({ ...ticket, attachments: [log(3 * PART)] }).catch(() => {});
  await arrived;
  first.stop();
  die(new TypeError('the game ended'));
  const second = open();
  const sent = new Promise<string>((resolve) =>
    second.on('outbox', ({ state, ticketId }) => state === 'sent' && resolve(ticketId)),
  );
  second.start();
  const ticketId = await sent;
  assert.deepEqual(requests.slice(4), ['GET', `PATCH ${2 * PART}`]);
  assert.deepEqual(await textsOf(server, ticketId), [text(3 * PART)]);
});

test('an upload that the server has forgotten starts over, also in the middle', async (t) => {
  let parts = 0;
  const { server, open, requests } = await game(t, (method) => {
    if (method !== 'PATCH' || ++parts > 3) return undefined;
    if (parts === 2) return Promise.reject(new TypeError('offline'));
    return parts === 3 ? Promise.resolve(problem(404, 'not-found')) : undefined;
  });
  const support = open();
  const created = support.tickets.create({ ...ticket, attachments: [log(2 * PART)] });
  const { ticketId } = await impatiently(support, created);
  assert.deepEqual(requests.slice(0, 7), [
    'POST',
    'PATCH 0',
    `PATCH ${PART}`,
    'GET',
    `PATCH ${PART}`,
    'POST',
    'PATCH 0',
  ]);
  assert.deepEqual(await textsOf(server, ticketId), [text(2 * PART)]);
});

test('a foreign answer to a part is no part that has arrived', async (t) => {
  let parts = 0;
  const { server, open } = await game(t, (method) => {
    if (method !== 'PATCH' || ++parts > 2) return undefined;
    return Promise.resolve(new Response('<html>Please log in</html>', { status: 200 }));
  });
  const support = open();
  const created = support.tickets.create({ ...ticket, attachments: [log(2 * PART)] });
  const { ticketId } = await impatiently(support, created);
  assert.deepEqual(await textsOf(server, ticketId), [text(2 * PART)]);
});

test('an older server gets the file in one request', async (t) => {
  let isFirst = true;
  const { server, open, requests } = await game(t, (method) => {
    if (method !== 'POST' || !isFirst) return undefined;
    isFirst = false;
    return Promise.resolve(problem(404, 'not-found'));
  });
  const { ticketId } = await open().tickets.create({ ...ticket, attachments: [log(2 * PART)] });
  assert.deepEqual(requests, ['POST', 'POST']);
  assert.deepEqual(await textsOf(server, ticketId), [text(2 * PART)]);
});

test('a file that is refused with its last part is left out, with the reason; the message is sent', async (t) => {
  const { server, open } = await game(t);
  const support = open();
  const damaged = new Blob([(await noise(400, 1_000_000)).slice(0, 300_000)], { type: 'image/png' });
  const { ticketId } = await support.tickets.create({ ...ticket, attachments: [damaged] });
  assert.deepEqual(await textsOf(server, ticketId), []);
  const [entry] = await support.outbox.entries();
  assert.deepEqual([entry?.files?.[0]?.error?.status, entry?.files?.[0]?.error?.slug], [415, 'file-refused']);
});
