import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { suite, test } from 'node:test';
import { aPlayer, aTicket, identify } from '../../helpers/builders.ts';
import { call } from '../../helpers/call.ts';
import { executeSql } from '../../helpers/databases.ts';
import { freePort } from '../../helpers/free-port.ts';
import { startServer } from '../../helpers/harness.ts';
import { startProcess } from '../../helpers/programs.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

suite('health', () => {
  test('/healthz and /readyz respond with ok, also to HEAD, without a token', async (t) => {
    const server = await startServer(t);
    for (const url of ['/healthz', '/readyz']) {
      const { status, body, headers } = await server.call('GET', url);
      assert.deepEqual([status, body, headers.get('cache-control')], [200, { status: 'ok' }, 'no-store']);
      assert.equal((await server.call('HEAD', url)).status, 200);
    }
  });

  test('/readyz is 503 while the server finishes its last requests; without METRICS_PORT no metrics', async (t) => {
    const directory = temporaryDirectory(t);
    const server = await startProcess(t, { DATABASE_URL: `sqlite:${directory}/test.db` });
    assert.equal((await call(server.url, 'GET', '/metrics')).status, 404);
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    t.after(() => socket.destroy());
    let responses = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      responses += chunk;
    });
    // The second request is incomplete, so the stopping server waits for its rest.
    socket.write('GET /healthz HTTP/1.1\r\nHost: test\r\n\r\nGET /readyz HTTP/1.1\r\nHost: test\r\n');
    while (!responses.includes('{"status":"ok"}')) await once(socket, 'data');
    responses = '';
    server.kill('SIGTERM');
    await server.wrote(/"msg":"stopping"/);
    socket.write('Connection: close\r\n\r\n');
    await once(socket, 'close');
    assert.match(responses, /^HTTP\/1\.1 503 /);
    assert.match(responses, /\{"status":"unavailable"\}$/);
    assert.equal(await server.exited, 0);
  });
});

/** Reads a value in the Prometheus text format. */
function sample(text: string, line: string): number {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? assert.fail(`${line} is not in:\n${text}`));
}

suite('metrics', () => {
  test('count requests by operation and status, waiting tickets, polls, commits and syncs, on a port of their own', async (t) => {
    const METRICS_PORT = await freePort();
    const database = path.join(temporaryDirectory(t), 'test.db');
    const server = await startProcess(t, { DATABASE_URL: `sqlite:${database}`, METRICS_PORT, LOG_LEVEL: 'silent' });
    const [, publicKey = ''] = /public key: (\S+)$/m.exec(server.stdout()) ?? [];
    const [, teamKey = ''] = /(psk_\S+)$/m.exec(server.stdout()) ?? [];
    const scrape = async () => {
      const { status, text, headers } = await call(`http://127.0.0.1:${METRICS_PORT}`, 'GET', '/metrics');
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
      return text;
    };
    const commits = async () => sample(await scrape(), 'player_support_store_commit_seconds_count');
    const commitsBefore = await commits();
    const syncsBefore = sample(await scrape(), 'player_support_store_sync_seconds_count');

    const send = (method: string, url: string, body?: object, token?: string) =>
      call(server.url, method, url, { ...(body === undefined ? {} : { body }), token });
    const player = { projectPublicKey: publicKey, installationId: 'one-installation' };
    const token = (await send('POST', '/api/v1/player/identify', player)).body.playerAccessToken;
    await send('POST', '/api/v1/player/identify', { ...player, projectPublicKey: 'unknown' });
    const ticket = { projectPublicKey: publicKey, type: 'bug', subject: 's', message: 'm' };
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      ids.push((await send('POST', '/api/v1/tickets', ticket, token)).body.ticketId);
    }
    await send('POST', `/api/v1/team/tickets/${ids[0]}/replies`, { message: 'm' }, teamKey);
    const inbox = `/api/v1/player/inbox?projectPublicKey=${publicKey}`;
    for (let count = 0; count < 5; count++) await send('GET', inbox, undefined, token);
    await send('GET', inbox, undefined, 'pat_wrong');
    await send('GET', '/nowhere');

    const text = await scrape();
    const requests = (operation: string, status: number) =>
      sample(text, `player_support_requests_total{operation="${operation}",status="${status}"}`);
    assert.deepEqual(
      [
        requests('IdentifyPlayer', 200),
        requests('IdentifyPlayer', 404),
        requests('CreateTicket', 201),
        requests('ReplyToTicket', 201),
        requests('GetPlayerInbox', 200),
        requests('GetPlayerInbox', 401),
        requests('other', 404),
      ],
      [1, 1, 3, 1, 5, 1, 1],
    );
    const latency = 'player_support_request_duration_seconds';
    assert.equal(sample(text, `${latency}_count{operation="GetPlayerInbox"}`), 6);
    assert.equal(sample(text, `${latency}_bucket{le="+Inf",operation="GetPlayerInbox"}`), 6);
    assert.ok(sample(text, `${latency}_sum{operation="CreateTicket"}`) > 0);
    assert.equal(sample(text, 'player_support_tickets_waiting'), 2);
    assert.ok(sample(text, 'player_support_polls_per_second') > 0);
    assert.equal(sample(await scrape(), 'player_support_polls_per_second'), 0, 'no polls since the last scrape');
    // Five consecutive writes have a commit each. Jobs may add more.
    assert.ok(sample(text, 'player_support_store_commit_seconds_count') >= commitsBefore + 5);
    assert.ok(sample(text, 'player_support_store_sync_seconds_count') >= syncsBefore + 5);
    assert.ok(sample(text, 'player_support_store_sync_seconds_sum') > 0);
    assert.ok(sample(text, 'process_resident_memory_bytes') > 0);
    for (const secret of [publicKey, teamKey, token, ...ids]) assert.ok(!text.includes(secret));

    // They have their own listener.
    assert.equal((await call(server.url, 'GET', '/metrics')).status, 404);
    for (const other of ['/', '/healthz', '/metrics/x', '/api/v1/team/projects'])
      assert.equal((await call(`http://127.0.0.1:${METRICS_PORT}`, 'GET', other)).status, 404, other);
  });
});

test('a request that gets 500 is logged with the error and the request id', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  await aTicket(server, player);
  await executeSql(server.databaseUrl, 'ALTER TABLE ticket RENAME TO lost');
  const reply = await server.call('GET', '/api/v1/team/tickets', { token: server.teamKey });
  assert.equal(reply.status, 500);
  assert.doesNotMatch(
    reply.text,
    /sqlite|postgres|ticket_id|no such|not exist|lost| at /i,
    'the response does not contain the error',
  );
  const lines = server.log.map((line) => JSON.parse(line));
  const found = lines.filter(({ level }) => level >= 50);
  assert.equal(found.length, 1);
  assert.equal(found[0].requestId, reply.headers.get('x-request-id'));
  assert.match(found[0].err.stack, /no such table|does not exist/);
  assert.equal((await identify(server, player.project)).status, 200);
});
