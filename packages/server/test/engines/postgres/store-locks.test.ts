import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { indexOnce } from '../../../src/jobs/index-messages.ts';
import { POSTGRES_DEFAULTS } from '../../../src/store/postgres/options.ts';
import { openStore } from '../../../src/store/store.ts';
import { eventually } from '../../helpers/builders.ts';
import { START } from '../../helpers/harness.ts';
import { migratedDatabase } from '../../helpers/migrated-database.ts';
import { connect } from '../../helpers/postgres-nodes.ts';
import {
  anAttachmentRow,
  anInboxMessage,
  aReceipt,
  storedPlayer,
  storedProject,
  storedTicket,
} from '../../helpers/store-rows.ts';

/** Opens a store and another connection to it. */
async function opened(t: TestContext) {
  const { url, drop } = await migratedDatabase(t, 'postgres');
  const store = await openStore(url, { mode: 'tool', postgres: POSTGRES_DEFAULTS });
  const [other, observer] = [await connect(t, url), await connect(t, url)];
  t.after(async () => {
    await store.close();
    await drop();
  });
  // Only transactions of this database.
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  const untilItWaits = () => eventually(async () => (await observer.query(waiting)).rowCount === 1);
  return { store, url, other, untilItWaits };
}

test('changes of a ticket, an inbox and a file while they move to another player are kept', async (t) => {
  const { store, other, untilItWaits } = await opened(t);
  const [from, to] = [await storedPlayer(store), await storedPlayer(store)];
  const ticketId = await storedTicket(store, from);
  const message = anInboxMessage(from);
  await store.inbox.add(message);
  const file = anAttachmentRow(from, { scan: 'waiting' });
  await store.attachments.add(file);

  const changes = {
    ticket: "UPDATE ticket SET subject = 'changed'",
    inbox_message: 'UPDATE inbox_message SET read_at = 7',
    attachment: "UPDATE attachment SET scan = 'clean'",
  };
  for (const [table, change] of Object.entries(changes)) {
    await other.query(`BEGIN; ${change}`);
    const moving = store.transaction(async (tx) => {
      if (table === 'attachment') return tx.playerMoves.moveUnboundFiles(from, to);
      const tickets = table === 'ticket' ? await tx.playerMoves.tickets(from) : [];
      const inbox = table === 'ticket' ? [] : await tx.playerMoves.inbox(from);
      return tx.playerMoves.move({ from, to, tickets, inbox, createdAt: 1 });
    });
    await untilItWaits();
    await other.query('COMMIT');
    await moving;
  }
  assert.equal((await store.tickets.byId(to, ticketId))?.subject, 'changed');
  assert.equal(await store.inbox.markRead(to, message.messageId, 9), 7);
  assert.equal((await store.attachments.byId(to, file.attachment_id))?.scan, 'clean');
});

test('of two nodes that discard an upload at the same time one gives its bytes back', async (t) => {
  const { store, url } = await opened(t);
  const other = await openStore(url, { mode: 'tool', postgres: POSTGRES_DEFAULTS });
  t.after(() => other.close());
  const { project_id } = await storedProject(store);
  const upload = { project_id, state: 'receiving', size: 20_000 } as const;
  const rows = Array.from({ length: 20 }, () => anAttachmentRow('ply_a', upload));
  for (const row of rows) await store.attachments.add(row);
  await store.attachments.addUsage(project_id, START, 20 * 20_000);
  const discarded = await Promise.all(
    rows.flatMap((row) => [store, other].map((node) => node.transaction((tx) => tx.attachments.discard([row], START)))),
  );
  assert.equal(discarded.flat().length, rows.length);
  assert.equal(await store.attachments.addUsage(project_id, START, 0), 0);
});

test('a receipt that is renewed while it is pruned stays', async (t) => {
  const { store, other, untilItWaits } = await opened(t);
  const playerId = await storedPlayer(store);
  await store.transaction((tx) => tx.idempotency.claim({ ...aReceipt(playerId, { created_at: 1 }), oldest: 0 }));
  await other.query('BEGIN; UPDATE idempotency_receipt SET created_at = 9');
  const pruning = store.idempotency.prune(5, 10);
  await untilItWaits();
  await other.query('COMMIT');
  assert.equal(await pruning, 0);
  assert.equal((await other.query('SELECT FROM idempotency_receipt')).rowCount, 1);
});

test('a ticket that is deleted while it is indexed leaves no words', async (t) => {
  const { store, other, untilItWaits } = await opened(t);
  await storedTicket(store, await storedPlayer(store));
  await other.query('BEGIN; DELETE FROM ticket');
  const indexing = indexOnce(store);
  await untilItWaits();
  await other.query('COMMIT');
  await indexing;
  assert.deepEqual((await other.query('SELECT ticket_id FROM search_entry')).rows, []);
  assert.equal(await store.searchIndex.hasTasks(), false);
});
