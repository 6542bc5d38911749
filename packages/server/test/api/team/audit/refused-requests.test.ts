import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newApiKey } from '../../../../src/domain/api-key.ts';
import { timeOfId } from '../../../../src/domain/ids.ts';
import { HOUR, MINUTE } from '../../../../src/domain/time.ts';
import { createRefusedRequests } from '../../../../src/team/audit/refused-requests.ts';
import { aMember, aProject, team } from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { START, type StartOptions, startServer, type TestServer } from '../../../helpers/harness.ts';

const start = (t: Parameters<typeof startServer>[0], env: StartOptions['env'] = {}) =>
  startServer(t, { env: { TRUST_PROXY: '1', RATE_LIMITS: 'off', ...env } });

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

type Entry = Record<string, unknown> & { readonly actor: { readonly id: string; readonly name: string } };

/** Lists them oldest first, after the job has run. */
async function refusals(server: TestServer): Promise<Entry[]> {
  await server.refusedRequests.write(server.clock.now);
  return (await team(server, 'GET', '/audit?action=RefusedRequest')).body.entries.toReversed();
}

async function aKey(server: TestServer, role: 'viewer' | 'owner' = 'viewer', expiresAt: number | null = null) {
  const { key, row } = newApiKey('bot', server.clock.now, { role, projectIds: null }, { expiresAt });
  await server.store.apiKeys.insert(row);
  return { key, id: row.api_key_id };
}

const read = (server: TestServer, token: string, address = '203.0.113.7'): Promise<Reply> =>
  server.call('GET', '/api/v1/team/projects', { token, ...from(address) });

suite('refused requests in the audit log', () => {
  test('of a key that was revoked, suspended or has expired, with the reason, operation and address', async (t) => {
    const server = await start(t);
    const [revoked, suspended, expired] = [
      await aKey(server),
      await aKey(server),
      await aKey(server, 'viewer', server.clock.now + 1),
    ];
    await server.store.apiKeys.revoke(revoked.id, server.clock.now);
    const row = { ...newApiKey('creator', server.clock.now).row, api_key_id: 'key_creator' };
    await server.store.apiKeys.insert(row);
    const created = newApiKey('bot', server.clock.now, undefined, { createdBy: 'key_creator' });
    await server.store.apiKeys.insert(created.row);
    await server.store.apiKeys.suspendCreatedBy('key_creator', server.clock.now);
    assert.equal(suspended.id === revoked.id, false);
    server.clock.advance(1);
    for (const token of [revoked.key, created.key, expired.key]) {
      assert.equal((await read(server, token)).status, 401);
    }
    assert.deepEqual(
      (await refusals(server))
        .map(({ actor, details, address, occurrences }) => ({
          actor,
          details,
          address,
          occurrences,
        }))
        .sort((a, b) => JSON.stringify(a.details).localeCompare(JSON.stringify(b.details))),
      [
        [expired.id, 'expired'],
        [revoked.id, 'revoked'],
        [created.row.api_key_id, 'suspended'],
      ]
        .map(([id, refused]) => ({
          actor: { type: 'api_key', id, name: 'bot' },
          details: { refused, operation: 'ListProjects' },
          address: '203.0.113.0/24',
          occurrences: 1,
        }))
        .sort((a, b) => JSON.stringify(a.details).localeCompare(JSON.stringify(b.details))),
    );
  });

  test('of a member or key with too low a role, or without access to all projects', async (t) => {
    const server = await start(t);
    const { id: projectId } = await aProject(server);
    const [viewer, owner] = [
      await aMember(server, 'viewer'),
      await aMember(server, 'owner', { projectIds: [projectId] }),
    ];
    const key = await aKey(server);
    assert.equal((await viewer.call('POST', '/projects', { name: 'New' })).status, 403);
    assert.equal((await owner.call('GET', '/audit')).status, 403);
    const body = { name: 'New' };
    assert.equal((await server.call('POST', '/api/v1/team/projects', { token: key.key, body })).status, 403);
    const found = await refusals(server);
    assert.deepEqual(
      new Map(found.map(({ actor, details }) => [actor.id, details])),
      new Map([
        [viewer.id, { refused: 'forbidden', operation: 'CreateProject' }],
        [owner.id, { refused: 'forbidden', operation: 'ListAuditEntries' }],
        [key.id, { refused: 'forbidden', operation: 'CreateProject' }],
      ]),
    );
    for (const { requestId } of found) assert.match(String(requestId), /^[0-9a-f-]{36}$/);
  });

  test('not of unknown keys and sessions, which everybody can invent', async (t) => {
    const server = await start(t);
    assert.equal((await read(server, `psk_${'x'.repeat(43)}`)).status, 401);
    assert.equal((await read(server, 'nonsense')).status, 401);
    const headers = { cookie: 'player-support=unknown', 'sec-fetch-site': 'same-origin' };
    assert.equal((await server.call('GET', '/api/v1/team/projects', { headers })).status, 401);
    assert.deepEqual(await refusals(server), []);
  });

  test('a flood is one entry with a count in ten minutes, and writes at most once a minute', async (t) => {
    const server = await start(t);
    const { key, id } = await aKey(server);
    await server.store.apiKeys.revoke(id, server.clock.now);
    await read(server, key);
    const [first] = await refusals(server);
    assert.equal(first?.occurrences, 1);
    for (let count = 0; count < 50; count++) await read(server, key, `203.0.113.${count}`);
    assert.equal((await refusals(server))[0]?.occurrences, 1, 'not stored yet');
    server.clock.advance(MINUTE);
    const counted = await refusals(server);
    assert.deepEqual([counted.length, counted[0]?.occurrences, counted[0]?.id], [1, 51, first?.id]);

    server.clock.advance(10 * MINUTE);
    await read(server, key);
    assert.deepEqual(
      (await refusals(server)).map(({ occurrences }) => occurrences),
      [51, 1],
    );
    await read(server, key);
    await server.refusedRequests.write(server.clock.now, true);
    assert.deepEqual(
      (await refusals(server)).map(({ occurrences }) => occurrences),
      [51, 2],
      'stored at the end',
    );
  });

  test('counts that are stored late are an entry of their own, because the first one may have been sent', async (t) => {
    const server = await start(t);
    const { key, id } = await aKey(server);
    await server.store.apiKeys.revoke(id, server.clock.now);
    await read(server, key);
    const [first] = await refusals(server);
    await read(server, key);
    server.clock.advance(12 * MINUTE - 1);
    assert.deepEqual(
      (await refusals(server)).map(({ id, occurrences }) => ({ id, occurrences })),
      [{ id: first?.id, occurrences: 2 }],
    );
    server.clock.now = START;
    await read(server, key);
    await read(server, key);
    server.clock.advance(12 * MINUTE);
    const [before, late] = await refusals(server);
    assert.deepEqual(before, { ...first, occurrences: 2 });
    assert.deepEqual({ ...late, id: before?.id, requestId: before?.requestId }, before);
    assert.equal(timeOfId(String(late?.id)), START + 10 * MINUTE);
  });

  test('a caller that comes from everywhere has at most 21 entries', async (t) => {
    const server = await start(t);
    const { key, id } = await aKey(server);
    await server.store.apiKeys.revoke(id, server.clock.now);
    for (let net = 0; net < 100; net++) await read(server, key, `203.0.${net}.1`);
    const found = await refusals(server);
    assert.equal(found.length, 21);
    assert.equal(found.filter(({ address }) => address === null).length, 1);
    assert.equal(
      found.reduce((sum, { occurrences }) => sum + Number(occurrences), 0),
      100,
    );
  });

  test('two nodes add to the same entry', async (t) => {
    const server = await start(t);
    const { key, id } = await aKey(server);
    await server.store.apiKeys.revoke(id, server.clock.now);
    const other = createRefusedRequests(server.store);
    const origin = { address: '203.0.113.0/24', requestId: null };
    const refusal = {
      actor: { type: 'api_key', id, name: 'bot' },
      reason: 'revoked',
      operation: 'GetProject',
    } as const;
    for (let count = 0; count < 3; count++) other.note({ ...refusal, origin, now: server.clock.now });
    await read(server, key);
    await Promise.all([other.write(server.clock.now), server.refusedRequests.write(server.clock.now)]);
    const found = await refusals(server);
    assert.deepEqual(
      found.map(({ occurrences }) => occurrences),
      [4],
    );
  });

  test('are kept while the database cannot store them, up to a number', async (t) => {
    const server = await start(t);
    let isBroken = true;
    const { store } = server;
    const counted = createRefusedRequests({
      transaction: (work) => (isBroken ? Promise.reject(new Error('busy')) : store.transaction(work)),
    });
    const origin = { address: null, requestId: null };
    for (let count = 0; count < 1500; count++) {
      const actor = { type: 'member', id: `mem_${count}`, name: 'm' } as const;
      counted.note({ actor, reason: 'forbidden', operation: undefined, origin, now: server.clock.now });
    }
    await assert.rejects(counted.write(server.clock.now), /busy/);
    isBroken = false;
    await counted.write(server.clock.now);
    assert.equal((await store.audit.list({ action: 'RefusedRequest' }, 2000)).length, 1000);
    server.clock.advance(HOUR);
    await counted.write(server.clock.now);
    counted.note({
      actor: { type: 'member', id: 'mem_a', name: 'm' },
      reason: 'forbidden',
      operation: undefined,
      origin,
      now: server.clock.now,
    });
    await counted.write(server.clock.now);
    assert.equal((await store.audit.list({ action: 'RefusedRequest' }, 2000)).length, 1001, 'old ones are forgotten');
  });
});

suite('the address in the audit log', () => {
  for (const [detail, ipv4, ipv6] of [
    ['full', '203.0.113.7', '2001:db8:1:2:3:4:5:6'],
    ['short', '203.0.113.0/24', '2001:db8:1::/48'],
    ['none', null, null],
  ] as const) {
    test(`LOG_ADDRESSES=${detail}`, async (t) => {
      const server = await start(t, { LOG_ADDRESSES: detail });
      for (const address of ['203.0.113.7', '2001:db8:1:2:3:4:5:6']) {
        const options = { token: server.teamKey, body: { name: 'Game' }, headers: from(address).headers };
        const made = await server.call('POST', '/api/v1/team/projects', options);
        assert.equal(made.status, 201);
        const [entry] = (await team(server, 'GET', '/audit')).body.entries;
        assert.equal(entry.address, address.includes(':') ? ipv6 : ipv4);
        assert.equal(entry.requestId, made.headers.get('x-request-id'));
        assert.equal(entry.occurrences, null);
        const line = server.log.map((text) => JSON.parse(text)).find(({ requestId }) => requestId === entry.requestId);
        assert.equal(line.address ?? null, entry.address);
        assert.match(line.caller, /^key_/);
      }
      const wrong = { email: 'nobody@studio.example', password: 'a wrong password' };
      const refused = await server.call('POST', '/api/v1/team/session', { body: wrong, ...from('203.0.113.7') });
      assert.equal(refused.status, 401);
      const [signIn] = (await team(server, 'GET', '/audit?action=SignIn')).body.entries;
      assert.equal(signIn.address, ipv4);
      assert.equal(signIn.requestId, refused.headers.get('x-request-id'));
    });
  }
});
