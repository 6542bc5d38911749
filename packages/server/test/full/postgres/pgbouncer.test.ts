import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  aPlayer,
  aTicket,
  createTicket,
  eventually,
  identify,
  playerReply,
  seenPlayer,
  updateProject,
} from '../../helpers/builders.ts';
import { executeSql } from '../../helpers/databases.ts';
import { type Pooled, startPgbouncer } from '../../helpers/pgbouncer.ts';
import { startLoad } from '../../helpers/postgres-load.ts';
import { connect, type Node, startNodes, times } from '../../helpers/postgres-nodes.ts';
import { cli } from '../../helpers/programs.ts';
import { rounds } from '../../helpers/rounds.ts';

const CONNECTIONS = 3;

async function pooledNodes(t: TestContext): Promise<{ pooled: Pooled; here: Node; there: Node }> {
  const pooled = await startPgbouncer(t, CONNECTIONS, []);
  await executeSql(
    pooled.direct,
    `ALTER DATABASE ${new URL(pooled.direct).pathname.slice(1)} SET statement_timeout = '2s'`,
  );
  const [here, there] = await startNodes(t, 2, pooled.url);
  if (here === undefined || there === undefined) throw new Error('no nodes');
  return { pooled, here, there };
}

/** Runs a query on all pooler connections at once. Returns all rows. */
async function onEachConnection(t: TestContext, url: string, sql: string): Promise<Record<string, unknown>[]> {
  const clients = await Promise.all(times(CONNECTIONS, () => connect(t, url)));
  for (const client of clients) await client.query('BEGIN');
  const results = await Promise.all(clients.map((client) => client.query(sql)));
  for (const client of clients) await client.query('COMMIT');
  return results.flatMap(({ rows }) => rows);
}

const PREPARED = "SELECT name FROM pg_prepared_statements WHERE name LIKE 'ps\\_%'";

test('two nodes behind a pooler that mixes up prepared statements: no request fails, and nothing is done twice', async (t) => {
  const { pooled, here, there } = await pooledNodes(t);
  const { project } = await aPlayer(here);
  const load = startLoad(() => [here, there], project, 12);
  await load.recovery();
  assert.ok((await onEachConnection(t, pooled.url, PREPARED)).length > 0);
  await onEachConnection(t, pooled.url, 'DEALLOCATE ALL');
  for (let round = 0; round < rounds(30); round++) await load.recovery();
  await load.stop();
  assert.deepEqual(load.failures, []);
  await load.verify(there);
  assert.deepEqual(await onEachConnection(t, pooled.url, PREPARED), [], 'names are still in use');
  t.diagnostic(`longest request ${load.longest()} s`);
});

test('such a pooler refuses the prepared statements of another client', async (t) => {
  const { pooled } = await pooledNodes(t);
  const clients = await Promise.all(times(8, () => connect(t, pooled.url)));
  const named = { name: 'same', text: 'SELECT 1', values: [] };
  const codes = new Set<string>();
  for (let round = 0; round < 5; round++) {
    const outcomes = await Promise.allSettled(clients.map((client) => client.query(named)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') codes.add(outcome.reason.code);
  }
  assert.ok(codes.size > 0 && codes.isSubsetOf(new Set(['26000', '42P05'])), [...codes].join());
});

test('races behind a pooler: the limit of ten tickets, and one Idempotency-Key', async (t) => {
  const { here, there } = await pooledNodes(t);
  const nodes = [here, there, here, there, here, there, here, there, here, there];
  const { project } = await aPlayer(here);
  for (let round = 0; round < rounds(20); round++) {
    const player = await aPlayer(here, project);
    for (let open = 0; open < 9; open++) await aTicket(there, player);
    const creations = await Promise.all(nodes.map((node) => createTicket(node, player)));
    assert.equal(creations.filter(({ status }) => status === 201).length, 1, `round ${round}`);
    assert.equal((await seenPlayer(there, player.id)).openTickets, 10);

    const other = await aPlayer(there, project);
    const headers = { 'idempotency-key': 'key' };
    const same = await Promise.all(nodes.map((node) => createTicket(node, other, {}, { headers })));
    assert.deepEqual([...new Set(same.map(({ status }) => status))], [201]);
    assert.equal(new Set(same.map(({ text }) => text)).size, 1);
    assert.equal((await seenPlayer(here, other.id)).openTickets, 1);
  }
});

test('behind a pooler, the timeouts of the database apply, and changes are known after a second', async (t) => {
  const { pooled, here, there } = await pooledNodes(t);
  const player = await aPlayer(here);
  const ticketId = await aTicket(here, player);
  const other = await connect(t, pooled.direct);
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM player FOR UPDATE');
  // Without a timeout it would wait for the other transaction.
  assert.equal((await playerReply(here, player, ticketId)).status, 503);
  await other.query('COMMIT');
  assert.equal((await playerReply(there, player, ticketId)).status, 200);

  await updateProject(here, player.project, { status: 'disabled' });
  await eventually(async () => (await identify(there, player.project)).status === 404);
});

test('doctor reports that neither the pooler nor the database limits the time of statements', async (t) => {
  const { url } = await startPgbouncer(t, CONNECTIONS, []);
  const { code, stdout } = await cli(['doctor'], { DATABASE_URL: url });
  assert.match(stdout, /^problem +statement_timeout is 0/m);
  assert.equal(code, 1);
});
