import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLimited, assertUnauthorized } from '../../helpers/assert-problem.ts';
import { requests, targetOf } from '../../helpers/authenticated-requests.ts';
import { aPlayer, identify, poll } from '../../helpers/builders.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

describe('refused authentications', () => {
  const INBOX = '/api/v1/player/inbox';
  const refused = (server: TestServer, address: string) =>
    server.call('GET', INBOX, { token: 'nonsense', headers: { 'x-forwarded-for': address } });

  test('are limited per address; valid tokens still work', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_AUTH_ADDRESS: '5' } });
    const player = await aPlayer(server);
    const paths = [INBOX, '/api/v1/tickets/x', '/api/v1/player/tickets', '/api/v1/team/projects', INBOX];
    for (const path of paths) assertUnauthorized(await server.call('GET', path), path);
    const limited = { quota: 5, window: 60, wait: 60 };
    for (const request of await requests(server, player)) {
      const { method, path, body } = request;
      assertLimited(await server.call(method, targetOf(request), { body }), path, limited);
    }
    assert.equal((await poll(server, player)).status, 200);
    assert.equal((await identify(server, player.project)).status, 200);
    server.clock.advance(60_000);
    assertUnauthorized(await server.call('GET', INBOX), INBOX);
  });

  test('include valid tokens with a wrong projectPublicKey', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_AUTH_ADDRESS: '1' } });
    const player = await aPlayer(server);
    assertUnauthorized(await server.call('GET', INBOX, { token: player.token }), INBOX, 'invalid_token');
    assertLimited(await server.call('GET', INBOX, { token: player.token }), INBOX, { quota: 1, window: 60, wait: 60 });
  });

  test('are counted per IPv4 address and per /64 network of IPv6', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_AUTH_ADDRESS: '1', TRUST_PROXY: '1' } });
    const statuses: number[] = [];
    for (const address of [
      '203.0.113.1',
      '203.0.113.2',
      '203.0.113.2',
      '2001:db8:0:1::1',
      '2001:db8:0:2::1',
      '2001:db8:0:1:ffff::2',
    ]) {
      statuses.push((await refused(server, address)).status);
    }
    assert.deepEqual(statuses, [401, 401, 429, 401, 401, 429]);
  });

  test('a client cannot choose its address with X-Forwarded-For', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_AUTH_ADDRESS: '1' } });
    assert.equal((await refused(server, '203.0.113.1')).status, 401);
    assert.equal((await refused(server, '203.0.113.2')).status, 429);
  });
});
