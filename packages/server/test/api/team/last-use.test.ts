import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE, SECOND } from '../../../src/domain/time.ts';
import type { Transaction } from '../../../src/store/store.ts';
import { createLastUse, type LastUse } from '../../../src/team/last-use.ts';
import { team } from '../../helpers/builders.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

const NOON = '2026-01-01T12:00:00.000Z';

/** Reads the only key's last use, as stored. */
const storedUse = async ({ store }: TestServer) => (await store.apiKeys.list())[0]?.last_used_at;

function watchWrites({ store }: TestServer): { count: number } {
  const writes = { count: 0 };
  const { transaction } = store;
  store.transaction = (work) =>
    transaction((tx: Transaction) => {
      const used: typeof tx.apiKeys.used = (id, at) => {
        writes.count++;
        return tx.apiKeys.used(id, at);
      };
      return work({ ...tx, apiKeys: { ...tx.apiKeys, used } });
    });
  return writes;
}

test('the last use of a key is shown after the job has stored it', async (t) => {
  const server = await startServer(t);
  const shown = async () => (await team(server, 'GET', '/api-keys')).body.apiKeys[0].lastUsedAt;
  assert.equal(await shown(), null, 'a request waits for no write');
  await server.lastUse.write(server.clock.now);
  assert.equal(await shown(), NOON);
});

test('a thousand requests cause one write per minute', async (t) => {
  const server = await startServer(t);
  const writes = watchWrites(server);
  const { lastUse, clock } = server;
  const start = clock.now;
  for (let second = 0; second < 180; second++) {
    for (let request = 0; request < 5; request++)
      lastUse.note('apiKeys', (await firstKey(server)).api_key_id, clock.now);
    await lastUse.write(clock.now);
    clock.advance(SECOND);
  }
  assert.equal(writes.count, 3);
  assert.equal(await storedUse(server), start + 2 * MINUTE);
});

test('a request counts as a use, and a refused request does not', async (t) => {
  const server = await startServer(t);
  const { api_key_id } = await firstKey(server);
  const { key, apiKey } = (await team(server, 'POST', '/api-keys', { name: 'k', role: 'viewer' })).body;
  assert.equal((await team(server, 'DELETE', `/api-keys/${apiKey.id}`)).status, 204);
  assert.equal((await server.call('GET', '/api/v1/team/projects', { token: key })).status, 401);
  await server.lastUse.write(server.clock.now);
  const used = (await server.store.apiKeys.list()).filter(({ last_used_at }) => last_used_at !== null);
  assert.deepEqual(
    used.map((row) => row.api_key_id),
    [api_key_id],
  );
});

test('the latest use stays, no matter which node writes last', async (t) => {
  const server = await startServer(t);
  const { api_key_id } = await firstKey(server);
  const [early, late] = [createLastUse(server.store), createLastUse(server.store)];
  early.note('apiKeys', api_key_id, 1000);
  late.note('apiKeys', api_key_id, 2000);
  await late.write(3000);
  await early.write(3000);
  assert.equal(await storedUse(server), 2000);
});

test('a use that could not be stored is stored later', async (t) => {
  const server = await startServer(t);
  const { api_key_id } = await firstKey(server);
  let away = true;
  const lastUse = createLastUse({
    transaction: (work) => (away ? Promise.reject(new Error('away')) : server.store.transaction(work)),
  });
  lastUse.note('apiKeys', api_key_id, 1000);
  await assert.rejects(lastUse.write(1000), /away/);
  away = false;
  await lastUse.write(1000 + MINUTE);
  assert.equal(await storedUse(server), 1000);
});

test('a use while an earlier one is written is stored by the next write', async (t) => {
  const server = await startServer(t);
  const { api_key_id } = await firstKey(server);
  const lastUse: LastUse = createLastUse({
    async transaction(work) {
      const result = await server.store.transaction(work);
      lastUse.note('apiKeys', api_key_id, 2000);
      return result;
    },
  });
  lastUse.note('apiKeys', api_key_id, 1000);
  await lastUse.write(1000);
  assert.equal(await storedUse(server), 1000);
  await lastUse.write(1000 + MINUTE);
  assert.equal(await storedUse(server), 2000);
});

test('at most 10,000 keys are remembered until they are stored', async () => {
  let written = 0;
  const used = async () => ++written;
  // The test uses only this part.
  const tx = { apiKeys: { used } } as unknown as Transaction;
  const lastUse = createLastUse({ transaction: (work) => work(tx) });
  for (let index = 0; index < 10_001; index++) lastUse.note('apiKeys', `key_${index}`, 1);
  lastUse.note('apiKeys', 'key_0', 2);
  await lastUse.write(1);
  assert.equal(written, 10_000);
  lastUse.note('apiKeys', 'key_10000', 3);
  await lastUse.write(3 + MINUTE);
  assert.equal(written, 10_001);
});

async function firstKey({ store }: TestServer) {
  const [key] = await store.apiKeys.list();
  if (key === undefined) throw new Error('no key');
  return key;
}
