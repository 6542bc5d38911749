import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import type pg from 'pg';
import { StoreUnavailableError } from '../../../src/store/errors.ts';
import { connectionSettings } from '../../../src/store/postgres/open.ts';
import { POSTGRES_DEFAULTS } from '../../../src/store/postgres/options.ts';
import { SharedConnections, sendTogether } from '../../../src/store/postgres/shared-connections.ts';
import { openStore } from '../../../src/store/store.ts';
import { eventually } from '../../helpers/builders.ts';
import { emptyDatabase, postgresSchema, postgresUrl } from '../../helpers/databases.ts';
import { connect, times } from '../../helpers/postgres-nodes.ts';

async function shared(t: TestContext, number: number): Promise<SharedConnections> {
  const connections = new SharedConnections(connectionSettings(await postgresSchema(t), POSTGRES_DEFAULTS), number);
  t.after(() => connections.close());
  return connections;
}

/** Runs a statement as a quick read does. */
async function read(connections: SharedConnections, text: string, ...values: unknown[]): Promise<pg.QueryResultRow> {
  const { client, release } = await connections.connect();
  try {
    sendTogether(client);
    const { rows } = await client.query(text, values);
    return rows[0] ?? {};
  } finally {
    release();
  }
}

test('reads at the same time share the connections, and each gets its own result', async (t) => {
  const connections = await shared(t, 2);
  const reads = times(200, (index) => read(connections, 'SELECT pg_backend_pid() AS pid, $1::int AS own', index));
  // The first still connect.
  assert.equal(connections.inFlight, 200);
  const rows = await Promise.all(reads);
  assert.deepEqual(
    rows.map(({ own }) => own),
    times(200, (index) => index),
  );
  assert.equal(new Set(rows.map(({ pid }) => pid)).size, 2);
  assert.equal(connections.inFlight, 0);
});

test('reads of one turn are sent with one system call', async (t) => {
  const connections = await shared(t, 1);
  await read(connections, 'SELECT');
  const { client, release } = await connections.connect();
  release();
  const { stream } = client.connection;
  const send = stream._writev?.bind(stream);
  let calls = 0;
  // The stream calls it for all that it sends together.
  stream._writev = (...chunks) => {
    calls++;
    send?.(...chunks);
  };
  await Promise.all(times(50, (index) => read(connections, 'SELECT $1::int', index)));
  assert.equal(calls, 1);
});

test('a read that fails or is slow does not disturb those of the other connection', async (t) => {
  const connections = await shared(t, 2);
  await Promise.all(times(2, () => read(connections, 'SELECT')));
  const other = await connect(t, postgresUrl());
  await other.query('SELECT pg_advisory_lock(2)');
  const order: string[] = [];
  const slow = read(connections, 'SELECT pg_advisory_lock(2)').then(() => order.push('slow'));
  await assert.rejects(read(connections, 'SELECT 1 / 0'), { code: '22012' });
  for (let quick = 0; quick < 20; quick++) await read(connections, 'SELECT').then(() => order.push('quick'));
  await other.query('SELECT pg_advisory_unlock(2)');
  await slow;
  assert.deepEqual(order, [...times(20, () => 'quick'), 'slow']);
});

test('after a broken connection its reads fail, and the next ones get a new connection', async (t) => {
  const url = await emptyDatabase(t, 'postgres');
  const store = await openStore(url, { mode: 'serve' });
  t.after(() => store.close());
  await store.migrate();
  const observer = await connect(t, url);
  const session = () => store.players.session({ id: 'ply_unknown', tokenHash: '' });
  await Promise.all(times(2, session));

  // Requests that wait for this lock are in flight when their connection ends.
  await observer.query('BEGIN; LOCK TABLE player');
  const waiting = times(10, () => session().catch((error: unknown) => error));
  const blocked = `FROM pg_locks WHERE NOT granted AND relation = 'player'::regclass`;
  await eventually(async () => (await observer.query(`SELECT ${blocked}`)).rowCount === 2);
  await observer.query(`SELECT pg_terminate_backend(pid) ${blocked}`);
  for (const error of await Promise.all(waiting)) assert.ok(error instanceof StoreUnavailableError, String(error));
  await observer.query('ROLLBACK');
  assert.deepEqual(
    await Promise.all(times(10, session)),
    times(10, () => undefined),
  );
});

test('a connection that ended while nobody used it is replaced before the next read', async (t) => {
  const url = await postgresSchema(t);
  const connections = new SharedConnections(connectionSettings(url, POSTGRES_DEFAULTS), 1);
  t.after(() => connections.close());
  const { pid } = await read(connections, 'SELECT pg_backend_pid() AS pid');
  const { client, release } = await connections.connect();
  release();
  const ended = new Promise((resolve) => client.once('end', resolve));
  await (await connect(t, url)).query('SELECT pg_terminate_backend($1)', [pid]);
  await ended;
  const rows = await Promise.all(times(20, () => read(connections, 'SELECT pg_backend_pid() AS pid')));
  assert.ok(rows.every((row) => row.pid !== pid));
});

test('a failed attempt to connect fails the reads that wait for it, and the next read tries again', async (t) => {
  let attempts = 0;
  const refusing = createServer((socket) => {
    attempts++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => void refusing.listen(0, '127.0.0.1', resolve));
  t.after(() => refusing.close());
  const { port } = refusing.address() as AddressInfo;
  const settings = connectionSettings(`postgres://nobody@127.0.0.1:${port}/none`, POSTGRES_DEFAULTS);
  const connections = new SharedConnections(settings, 1);
  for (const expected of [1, 2]) {
    const reads = await Promise.allSettled(times(5, () => read(connections, 'SELECT')));
    assert.deepEqual(new Set(reads.map(({ status }) => status)), new Set(['rejected']));
    assert.equal(attempts, expected);
    assert.equal(connections.inFlight, 0);
  }
  await connections.close();
});
