import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../../../src/config/config.ts';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { newId, timeOfId } from '../../../src/domain/ids.ts';
import { DAY, MINUTE, SECOND } from '../../../src/domain/time.ts';
import { AUDIT_WEBHOOK, createAuditWebhook } from '../../../src/team/audit/audit-webhook.ts';
import {
  AUDIT_SECRET,
  type AuditNode,
  addEntries,
  anAuditNode,
  assertSigned,
  entriesOf,
  exportedEntries,
  idsOf,
  sendsTo,
  targetsOf,
} from '../../helpers/audit-webhook.ts';
import { aProject, eventually, team } from '../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';
import { aReceiver, type Receiver } from '../../helpers/notifications.ts';

/** By default, a request takes up to 45 seconds to its commit. */
const SETTLE_MS = 45 * SECOND;

/** Starts a server whose clock is after all ids of this process: ids never go back. */
async function aServer(t: Pick<TestContext, 'after'>): Promise<TestServer> {
  const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
  server.clock.now = timeOfId(newId('macro', START)) + 1;
  return server;
}

/** `works`: how the receiver answers at first. */
async function aSetUp(t: Pick<TestContext, 'after'>) {
  const server = await aServer(t);
  const receiver = await aReceiver(t);
  const works = receiver.answer;
  return { server, receiver, works, node: await anAuditNode(server, receiver) };
}

const levels = ({ log }: AuditNode) =>
  log.map((line) => JSON.parse(line)).map(({ level, error }) => ({ level, error }));
const [INFO, WARN] = [30, 40];

async function settle(server: TestServer, node: AuditNode): Promise<void> {
  server.clock.advance(SETTLE_MS + 1);
  await node.send();
}

const position = async ({ store }: TestServer) => (await store.auditStreams.byName(AUDIT_WEBHOOK))?.position;

suite('the audit webhook', () => {
  test('sends each entry once, in order, as the export has it, and signed', async (t) => {
    const server = await aServer(t);
    const receiver = await aReceiver(t);
    await aProject(server, 'Before');
    server.clock.advance(1);
    const before = (await exportedEntries(server)).length;
    const node = await anAuditNode(server, receiver);
    for (const name of ['One', 'Two', 'Three']) {
      server.clock.advance(1);
      const { id } = await aProject(server, name);
      server.clock.advance(1);
      assert.equal((await team(server, 'PATCH', `/projects/${id}`, { name: `${name}!` })).status, 200);
    }
    server.clock.advance(SETTLE_MS);
    await node.send();
    // Transactions of entries beside the last may still run.
    assert.equal(entriesOf(receiver.requests).length, 5);
    server.clock.advance(1);
    await node.send();
    assert.deepEqual(entriesOf(receiver.requests), (await exportedEntries(server)).slice(before));
    assert.equal(receiver.requests.length, 2);
    for (const request of receiver.requests) {
      const { entries } = request.body.data;
      assertSigned(request, AUDIT_SECRET);
      assert.match(String(request.headers['webhook-id']), /^dlv_/);
      assert.equal(request.headers['content-type'], 'application/json');
      const expected = { type: 'audit', timestamp: entries.at(-1).at, data: { entries } };
      assert.deepEqual(request.body, expected);
    }

    await node.send();
    await aProject(server, 'Later');
    await settle(server, node);
    assert.deepEqual(
      receiver.requests.map(({ body }) => body.data.entries.length),
      [5, 1, 1],
    );
    assert.equal(new Set(idsOf(receiver.requests)).size, 3);
    assert.deepEqual(node.log, []);
  });

  test('sends nothing without an address', async (t) => {
    const { store, clock } = await aServer(t);
    const config = readConfig({ AUDIT_WEBHOOK_SECRET: AUDIT_SECRET });
    assert.equal(createAuditWebhook({ store, config, clock: () => clock.now, logger: pino() }), undefined);
  });

  test('sends at most 100 entries and 512 KiB in one request, one request after another', async (t) => {
    const { server, receiver, node } = await aSetUp(t);
    let open = 0;
    let most = 0;
    receiver.answer = (response) => {
      most = Math.max(most, ++open);
      response.on('finish', () => open--);
      setImmediate(() => response.writeHead(202).end());
    };
    const all = await addEntries(server, 230);
    const long = JSON.stringify({ tags: [], more: 'ü'.repeat(8000) });
    for (const [count, details] of [[65, long], [5], [25, long]] as const)
      all.push(...(await addEntries(server, count, details)));
    await settle(server, node);
    assert.deepEqual(targetsOf(receiver.requests), all);
    const sizes = receiver.requests.map(({ body }) => body.data.entries.length);
    assert.deepEqual(sizes.slice(0, 2), [100, 100]);
    assert.ok(sizes.length > 3 && sizes.every((size) => size <= 100), String(sizes));
    for (const { body } of receiver.requests)
      assert.ok(Buffer.byteLength(JSON.stringify(body.data.entries)) <= 513 * 1024);
    assert.equal(most, 1);
  });

  test('sends an entry about refused requests once, when its count is final, in its place', async (t) => {
    const { server, receiver, node } = await aSetUp(t);
    const { key, row } = newApiKey('bot', server.clock.now);
    await server.store.apiKeys.insert(row);
    await server.store.apiKeys.revoke(row.api_key_id, server.clock.now);
    const refused = () => server.call('GET', '/api/v1/team/projects', { token: key });
    const windowEnd = (Math.floor(server.clock.now / (10 * MINUTE)) + 2) * 10 * MINUTE;
    server.clock.now = windowEnd - 9 * MINUTE;
    assert.equal((await refused()).status, 401);
    await server.refusedRequests.write(server.clock.now);
    const [early] = await addEntries(server, 1);
    await settle(server, node);
    assert.deepEqual(targetsOf(receiver.requests), [early]);

    server.clock.now = windowEnd - 1;
    for (let count = 0; count < 4; count++) await refused();
    server.clock.advance(MINUTE);
    await server.refusedRequests.write(server.clock.now);
    server.clock.now = windowEnd + 5 * MINUTE - 2;
    const [middle] = await addEntries(server, 1);
    server.clock.advance(1);
    const [late] = await addEntries(server, 1);
    await settle(server, node);
    const sent = entriesOf(receiver.requests);
    assert.deepEqual(
      sent.map(({ target, action, occurrences }) => target ?? [action, occurrences]),
      [early, middle, ['RefusedRequest', 5], late],
    );
    const [entry] = (await team(server, 'GET', '/audit?action=RefusedRequest')).body.entries;
    assert.deepEqual(sent[2], entry);
    server.clock.advance(30 * MINUTE);
    await node.send();
    assert.equal(receiver.requests.length, 2);
  });
});

type Break = (receiver: Receiver) => void;
const answers =
  (answer: Receiver['answer']): Break =>
  (receiver) => {
    receiver.answer = answer;
  };
const status = (code: number, headers = {}) => answers((response) => void response.writeHead(code, headers).end('no'));

/** What a receiver does wrong, and the logged error. */
const FAILURES: Readonly<Record<string, readonly [Break, string]>> = {
  'a redirect': [status(307, { location: '/elsewhere' }), 'redirect'],
  'status 400': [status(400), 'http-400'],
  'status 410': [status(410), 'http-410'],
  'status 413': [status(413), 'http-413'],
  'status 500': [status(500), 'http-500'],
  'status 503 with Retry-After': [status(503, { 'retry-after': '1' }), 'http-503'],
  'a connection that breaks': [answers((response) => void response.destroy()), 'connection'],
  'a response that is no HTTP': [answers(({ socket }) => void socket?.end('hello\r\n\r\n')), 'connection'],
  'another protocol': [
    answers(({ socket }) => {
      socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    }),
    'http-101',
  ],
  'a status below 100': [
    answers(({ socket }) => void socket?.end('HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n')),
    'connection',
  ],
  'no response': [answers(() => {}), 'time-out'],
};

suite('a receiver that fails gets the same request again', () => {
  for (const [what, [breaks, error]] of Object.entries(FAILURES)) {
    test(what, async (t) => {
      const { server, receiver, works, node } = await aSetUp(t);
      const first = await addEntries(server, 3);
      breaks(receiver);
      const start = await position(server);
      await settle(server, node);
      assert.equal(receiver.requests.length, 1);
      assert.equal(await position(server), start);
      const second = await addEntries(server, 2);
      server.clock.advance(SETTLE_MS + 1);
      receiver.answer = works;
      await node.send();
      const [before, again, next] = receiver.requests;
      assert.equal(again?.headers['webhook-id'], before?.headers['webhook-id']);
      assert.equal(again?.text, before?.text);
      assert.ok(again && next);
      assertSigned(again, AUDIT_SECRET);
      assert.deepEqual(targetsOf([again]), first);
      assert.deepEqual(targetsOf([next]), second);
      assert.deepEqual(levels(node), [
        { level: WARN, error },
        { level: INFO, error: undefined },
      ]);
    });
  }

  test('a receiver that is not there, and then is', async (t) => {
    const server = await aServer(t);
    const free = http.createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    await new Promise((done) => free.close(done));
    const node = await anAuditNode(server, { url: `http://127.0.0.1:${port}/hook` });
    const targets = await addEntries(server, 1);
    await settle(server, node);
    assert.deepEqual(levels(node), [{ level: WARN, error: 'connection' }]);
    const receiver = await aReceiver(t, port);
    server.clock.advance(MINUTE);
    await node.send();
    assert.deepEqual(targetsOf(receiver.requests), targets);
  });
});

suite('after a failure', () => {
  test('the pauses grow from 5 seconds to 10 minutes, and the log has a line for each change only', async (t) => {
    const { server, receiver, works, node } = await aSetUp(t);
    await addEntries(server, 1);
    status(500)(receiver);
    await settle(server, node);
    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 600, 600]) {
      const count = receiver.requests.length;
      server.clock.advance(seconds * SECOND - 1);
      await node.send();
      assert.equal(receiver.requests.length, count, `${seconds} seconds have not passed`);
      server.clock.advance(1);
      await node.send();
      assert.equal(receiver.requests.length, count + 1, `${seconds} seconds have passed`);
    }
    assert.equal(new Set(idsOf(receiver.requests)).size, 1);
    status(404)(receiver);
    server.clock.advance(10 * MINUTE);
    await node.send();
    receiver.answer = works;
    server.clock.advance(10 * MINUTE);
    await node.send();
    assert.deepEqual(levels(node), [
      { level: WARN, error: 'http-500' },
      { level: WARN, error: 'http-404' },
      { level: INFO, error: undefined },
    ]);

    status(500)(receiver);
    await addEntries(server, 1);
    await settle(server, node);
    const count = receiver.requests.length;
    server.clock.advance(5 * SECOND);
    await node.send();
    assert.equal(receiver.requests.length, count + 1, 'the pauses begin again');
  });

  test('Retry-After makes a pause longer, up to 10 minutes', async (t) => {
    const { server, receiver, node } = await aSetUp(t);
    await addEntries(server, 1);
    for (const [asked, waits] of [
      ['60', 60],
      ['99999', 600],
    ] as const) {
      status(429, { 'retry-after': asked })(receiver);
      await settle(server, node);
      const count = receiver.requests.length;
      server.clock.advance(waits * SECOND - 1);
      await node.send();
      assert.equal(receiver.requests.length, count, asked);
      server.clock.advance(1);
      await node.send();
      assert.equal(receiver.requests.length, count + 1, asked);
      server.clock.advance(10 * MINUTE);
    }
  });

  test('a node that starts tries at once', async (t) => {
    const { server, receiver, works, node } = await aSetUp(t);
    const targets = await addEntries(server, 1);
    status(500)(receiver);
    await settle(server, node);
    receiver.answer = works;
    await node.send();
    assert.equal(receiver.requests.length, 1);
    const restarted = await anAuditNode(server, receiver);
    assert.deepEqual(targetsOf(receiver.requests), [...targets, ...targets]);
    assert.equal(new Set(idsOf(receiver.requests)).size, 1);
    assert.deepEqual(levels(restarted), [{ level: INFO, error: undefined }]);
  });

  test('a pause set by a clock that was 30 days ahead does not last 30 days', async (t) => {
    const { server, receiver, works, node } = await aSetUp(t);
    const targets = await addEntries(server, 1);
    status(500)(receiver);
    server.clock.advance(30 * DAY);
    await settle(server, node);
    server.clock.advance(-30 * DAY);
    receiver.answer = works;
    await node.send();
    assert.deepEqual(targetsOf(receiver.requests), [...targets, ...targets]);
  });

  test('entries after the clock was set back arrive too', async (t) => {
    const { server, receiver, node } = await aSetUp(t);
    await addEntries(server, 1);
    await settle(server, node);
    server.clock.step(-DAY);
    await node.send();
    const { id } = await aProject(server);
    assert.equal((await team(server, 'PATCH', `/projects/${id}`, { name: 'Later' })).status, 200);
    await settle(server, node);
    assert.deepEqual(
      entriesOf(receiver.requests).map(({ action }) => action),
      ['CreateMacro', 'CreateProject', 'UpdateProject'],
    );
  });

  test('what was deleted meanwhile is left out', async (t) => {
    const { server, receiver, works, node } = await aSetUp(t);
    await addEntries(server, 2);
    status(500)(receiver);
    await settle(server, node);
    const targets = await addEntries(server, 1);
    await server.store.audit.prune(server.clock.now, 1000);
    const kept = (await exportedEntries(server)).map(({ target }) => target);
    assert.deepEqual(kept, targets);
    receiver.answer = works;
    await settle(server, node);
    assert.deepEqual(targetsOf(receiver.requests.slice(1)), targets);
  });

  test('neither the log nor the database has the secret or the path of the address', async (t) => {
    const server = await aServer(t);
    const receiver = await aReceiver(t);
    const node = await anAuditNode(server, { url: `${receiver.url}?token=hidden` });
    await addEntries(server, 1);
    status(500)(receiver);
    await settle(server, node);
    const said = node.log.join('') + JSON.stringify(await server.store.auditStreams.byName(AUDIT_WEBHOOK));
    assert.match(said, /http-500/);
    for (const hidden of ['whsec_', AUDIT_SECRET.slice(6), 'hidden', '/hook'])
      assert.ok(!said.includes(hidden), hidden);
  });

  test('the metric says for how long the oldest unsent entry has been ready to be sent', async (t) => {
    const { server, receiver, works, node } = await aSetUp(t);
    const waiting = node.webhook.waitingSeconds;
    assert.equal(await waiting(), 0);
    await addEntries(server, 1);
    assert.equal(await waiting(), 0);
    status(500)(receiver);
    server.clock.advance(SETTLE_MS + 30 * SECOND);
    assert.equal(await waiting(), 30);
    await node.send();
    await addEntries(server, 1);
    server.clock.advance(MINUTE - 1);
    assert.equal(await waiting(), 90);
    receiver.answer = works;
    await node.send();
    assert.equal(await waiting(), 0);
  });
});

suite('several nodes', () => {
  test('send each entry once in the usual case', async (t) => {
    const { server, receiver, node } = await aSetUp(t);
    const nodes = [node, await anAuditNode(server, receiver), await anAuditNode(server, receiver)];
    const all: string[] = [];
    for (let round = 0; round < 10; round++) {
      all.push(...(await addEntries(server, 130)));
      server.clock.advance(SETTLE_MS + 1);
      await Promise.all(nodes.map(({ send }) => send()));
    }
    assert.deepEqual(targetsOf(receiver.requests), all);
  });

  test('a node that dies after the response, before it stores the position: another one sends the same request', async (t) => {
    const { server, receiver, node: other } = await aSetUp(t);
    const { promise: never } = Promise.withResolvers<boolean>();
    const dying = await anAuditNode(server, receiver, { auditStreams: { sent: () => never } });
    const targets = await addEntries(server, 3);
    server.clock.advance(SETTLE_MS + 1);
    dying.webhook.round();
    await eventually(async () => receiver.requests.length === 1);
    server.clock.advance(MINUTE - 1);
    await other.send();
    assert.equal(receiver.requests.length, 1, 'the lease has not ended');
    const later = await addEntries(server, 1);
    await other.send();
    await settle(server, other);
    assert.deepEqual(targetsOf(receiver.requests), [...targets, ...targets, ...later]);
    const [first, again] = receiver.requests;
    assert.equal(again?.headers['webhook-id'], first?.headers['webhook-id']);
    assert.equal(again?.text, first?.text);
  });

  test('a node whose clock is behind leaves a request to the node that sends it', async (t) => {
    const { server, receiver, works, node: slow } = await aSetUp(t);
    const fast = await anAuditNode(server, receiver, { clockAhead: 10 * SECOND });
    const targets = await addEntries(server, 2);
    server.clock.advance(SETTLE_MS + 1);
    const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>();
    receiver.answer = (response) => hold(response);
    fast.webhook.round();
    const response = await held;
    receiver.answer = works;
    await slow.send();
    assert.equal(receiver.requests.length, 1);
    response.writeHead(204).end();
    await fast.webhook.idle(MINUTE);
    assert.deepEqual(targetsOf(receiver.requests), targets);
  });

  test('a node whose clock is behind keeps to the longest pause after a failure', async (t) => {
    const { server, receiver, node: slow } = await aSetUp(t);
    const fast = await anAuditNode(server, receiver, { clockAhead: 10 * SECOND });
    await addEntries(server, 1);
    status(503, { 'retry-after': '600' })(receiver);
    await settle(server, fast);
    await slow.send();
    assert.equal(receiver.requests.length, 1);
  });

  /** Makes two attempts to send the same entries. `release` stores the first. */
  async function twoAttempts(t: TestContext) {
    const { server, receiver, works, node: other } = await aSetUp(t);
    const { promise: isReleased, resolve } = Promise.withResolvers<void>();
    const slow = await anAuditNode(server, receiver, {
      auditStreams: {
        sent: async (attempt) => {
          await isReleased;
          return server.store.auditStreams.sent(attempt);
        },
      },
    });
    const release = async () => {
      resolve();
      await slow.webhook.idle(MINUTE);
    };
    const targets = await addEntries(server, 2);
    server.clock.advance(SETTLE_MS + 1);
    slow.webhook.round();
    await eventually(async () => receiver.requests.length === 1);
    server.clock.advance(MINUTE);
    return { server, receiver, works, other, targets, release };
  }

  test('a success that arrives after the lease counts, while or after another node tries again', async (t) => {
    for (const isOver of [false, true]) {
      const { server, receiver, works, other, targets, release } = await twoAttempts(t);
      // A receiver may refuse what it already has.
      const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>();
      receiver.answer = (response) => hold(response);
      other.webhook.round();
      const response = await held;
      if (!isOver) await release();
      response.writeHead(409).end();
      await other.webhook.idle(MINUTE);
      if (isOver) await release();
      const stream = await server.store.auditStreams.byName(AUDIT_WEBHOOK);
      assert.deepEqual([stream?.batch_id, stream?.attempts, stream?.failing_since], [null, 0, null]);
      receiver.answer = works;
      const later = await addEntries(server, 1);
      await settle(server, other);
      assert.deepEqual(targetsOf(receiver.requests), [...targets, ...targets, ...later]);
      assert.equal(new Set(idsOf(receiver.requests)).size, 2);
    }
  });

  test('a success that arrives after the position has moved does not move it again', async (t) => {
    const { server, receiver, other, targets, release } = await twoAttempts(t);
    await other.send();
    const later = await addEntries(server, 1);
    status(500)(receiver);
    await settle(server, other);
    const before = await server.store.auditStreams.byName(AUDIT_WEBHOOK);
    await release();
    assert.deepEqual(await server.store.auditStreams.byName(AUDIT_WEBHOOK), before);
    assert.deepEqual(targetsOf(receiver.requests), [...targets, ...targets, ...later]);
  });
});

test('a new position begins with the start of the server, not with its first round', async (t) => {
  const { store, clock } = await aServer(t);
  const start = clock.now;
  const receiver = await aReceiver(t);
  const config = readConfig(sendsTo(receiver));
  const webhook = createAuditWebhook({ store, config, clock: () => clock.now, logger: pino({ level: 'silent' }) });
  const targets = await addEntries({ store, clock }, 1);
  clock.advance(SETTLE_MS + 1);
  webhook?.round();
  await webhook?.idle(MINUTE);
  assert.deepEqual(targetsOf(receiver.requests), targets);
  assert.ok(timeOfId(String((await store.auditStreams.byName(AUDIT_WEBHOOK))?.position)) > start);
});
