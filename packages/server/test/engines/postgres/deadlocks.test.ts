import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPlayer, aTicket, seenPlayer, setStatus, team } from '../../helpers/builders.ts';
import { postgresSchema } from '../../helpers/databases.ts';
import { startServer } from '../../helpers/harness.ts';
import { connect, LOCK_PLAYER, lockRows, withOptions } from '../../helpers/postgres-nodes.ts';

/** Of a transaction that PostgreSQL rolls back. */
const ATTEMPTS = 5;

test('a transaction is retried after a deadlock, and takes effect once', async (t) => {
  // PostgreSQL rolls back the transaction with the shorter timeout: the node's.
  const databaseUrl = withOptions(await postgresSchema(t), '-c deadlock_timeout=100ms');
  const node = await startServer(t, { env: { DATABASE_URL: databaseUrl, DATABASE_STATEMENT_SECONDS: '60' } });
  const player = await aPlayer(node);
  const ticketId = await aTicket(node, player);
  const other = await connect(t, withOptions(databaseUrl, '-c deadlock_timeout=120s'));
  await other.query('BEGIN');
  await other.query('UPDATE ticket SET subject = subject WHERE ticket_id = $1', [ticketId]);
  // The node waits for the player first. So it locks the player, then waits for the other
  // transaction's ticket.
  const rows = await lockRows(t, { databaseUrl }, 'player');
  const closing = setStatus(node, ticketId, 'closed');
  await rows.waitFor(1);
  const locking = other.query(LOCK_PLAYER, [player.id]);
  await rows.waitFor(2);
  await rows.release();
  await locking;
  await other.query('COMMIT');
  const { status, text } = await closing;
  assert.equal(status, 200, text);
  assert.equal((await seenPlayer(node, player.id)).openTickets, 0);
  const { rows: counts } = await other.query('SELECT count(*)::int AS notices FROM inbox_message');
  assert.deepEqual(counts, [{ notices: 1 }]);
});

test('too many deadlocks end with 503, and nothing changes', async (t) => {
  const url = await postgresSchema(t);
  const node = await startServer(t, { env: { DATABASE_URL: url } });
  const player = await aPlayer(node);
  const ticketId = await aTicket(node, player);
  const other = await connect(t, url);
  // A ticket's first changes fail as in a deadlock. Rollbacks keep sequence numbers.
  await other.query(`
    CREATE SEQUENCE deadlocks;
    CREATE FUNCTION fail_at_first() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('deadlocks') <= ${ATTEMPTS} THEN
        RAISE 'a deadlock' USING ERRCODE = 'deadlock_detected';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER fail_at_first BEFORE UPDATE ON ticket FOR EACH ROW EXECUTE FUNCTION fail_at_first();`);
  const { status, headers, body } = await setStatus(node, ticketId, 'closed');
  assert.deepEqual([status, body.type], [503, '/problems/unavailable']);
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  const { rows } = await other.query('SELECT last_value::int AS attempts FROM deadlocks');
  assert.deepEqual(rows, [{ attempts: ATTEMPTS }]);
  assert.equal((await team(node, 'GET', `/tickets/${ticketId}`)).body.status, 'open');
  assert.equal((await seenPlayer(node, player.id)).openTickets, 1);
  assert.equal((await setStatus(node, ticketId, 'closed')).status, 200);
});
