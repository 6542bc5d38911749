import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type pg from 'pg';
import { aPlayer, aTicket, eventually, seenPlayer, setStatus, team } from '../../helpers/builders.ts';
import { postgresSchema } from '../../helpers/databases.ts';
import { startServer } from '../../helpers/harness.ts';
import { connect, withOptions } from '../../helpers/postgres-nodes.ts';

/** How many times the server tries a transaction that PostgreSQL rolls back. */
const ATTEMPTS = 5;

/** A node, a player with a ticket, and a connection that has locked the row of the ticket. */
async function withLockedTicket(t: TestContext) {
  // PostgreSQL rolls back the transaction with the shorter timeout: always that of the node.
  const url = withOptions(await postgresSchema(t), '-c deadlock_timeout=500ms');
  const node = await startServer(t, { env: { DATABASE_URL: url } });
  const player = await aPlayer(node);
  const ticketId = await aTicket(node, player);
  const other = await connect(t, withOptions(url, '-c deadlock_timeout=60s'));
  await other.query('BEGIN');
  await other.query('UPDATE ticket SET subject = subject WHERE ticket_id = $1', [ticketId]);
  return { node, player, ticketId, other, observer: await connect(t, url) };
}

/** Waits until the node waits for a lock of this connection. */
async function nodeWaitsFor(observer: pg.Client, other: pg.Client): Promise<void> {
  const sql = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  const { rows } = await other.query('SELECT pg_backend_pid() AS pid');
  await eventually(async () => (await observer.query(sql, [rows[0].pid])).rows.length > 0);
}

const LOCK_PLAYER = 'UPDATE player SET user_id = user_id WHERE player_id = $1';

test('a transaction is retried after a deadlock, and takes effect once', async (t) => {
  const { node, player, ticketId, other, observer } = await withLockedTicket(t);
  const closing = setStatus(node, ticketId, 'closed');
  await nodeWaitsFor(observer, other);
  // The node has locked the player and waits for the ticket; this connection does the opposite. It
  // gets the player only because PostgreSQL rolls the node's transaction back.
  await other.query(LOCK_PLAYER, [player.id]);
  await other.query('COMMIT');
  const { status, text } = await closing;
  assert.equal(status, 200, text);
  assert.equal((await seenPlayer(node, player.id)).openTickets, 0);
  const { rows } = await observer.query('SELECT count(*)::int AS notices FROM inbox_message');
  assert.deepEqual(rows, [{ notices: 1 }]);
});

test('too many deadlocks end with 503, and nothing changes', async (t) => {
  const { node, player, ticketId, other, observer } = await withLockedTicket(t);
  const closing = setStatus(node, ticketId, 'closed');
  let answered = false;
  void closing.then(() => {
    answered = true;
  });
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await nodeWaitsFor(observer, other);
    assert.ok(!answered, `answered before attempt ${attempt}`);
    await other.query('SAVEPOINT before');
    await other.query(LOCK_PLAYER, [player.id]);
    // Unlocks the player, but not the ticket.
    await other.query('ROLLBACK TO SAVEPOINT before');
  }
  const { status, headers, body } = await closing;
  assert.deepEqual([status, body.type], [503, '/problems/unavailable']);
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  await other.query('COMMIT');
  assert.equal((await team(node, 'GET', `/tickets/${ticketId}`)).body.status, 'open');
  assert.equal((await seenPlayer(node, player.id)).openTickets, 1);
  assert.equal((await setStatus(node, ticketId, 'closed')).status, 200);
});
