import { playerOfTicket } from '../domain/ids.ts';
import type { Executor } from './database.ts';
import { deleteRows, laterOf, saveRow, selectRows, updateRows } from './plain-statements.ts';
import { players } from './players.ts';
import { isPostgres, sql, statement, textsInJson } from './statement.ts';
import type { AnyTable } from './table.ts';
import {
  announcementReceiptTable,
  attachmentTable,
  fixQuestionTable,
  heldTicketTable,
  type InboxMessageRow,
  inboxMessageTable,
  messageTable,
  movedTicketTable,
  type PlayerRow,
  playerTable,
  subscriptionTable,
  type TicketRow,
  ticketEventTable,
  ticketTable,
} from './tables.ts';

/** The tables of a ticket, each after those that it references. */
const OF_TICKETS = [ticketTable, messageTable, ticketEventTable, heldTicketTable, attachmentTable, fixQuestionTable];

type Rows = { from: string; to: string /** JSON: string[] */; ids: string };

type IdColumn = 'ticket_id' | 'message_id' | 'attachment_id' | 'known_issue_id';
type Ids = Record<IdColumn, string>;

const NOT_TWICE = sql`ON CONFLICT DO NOTHING`;

/** Returns ids only if `onConflict` has a RETURNING. */
const copy = ({ name, columns }: AnyTable, idColumn: IdColumn, onConflict = sql``) =>
  statement<Rows>()((db, { from, to, ids }) => {
    const names = columns.map((column) => sql.ref(column));
    const values = columns.map((column) => (column === 'player_id' ? sql`CAST(${to} AS text)` : sql.ref(column)));
    return sql<Ids>`INSERT INTO ${sql.table(name)} (${sql.join(names)})
      SELECT ${sql.join(values)} FROM ${sql.table(name)}
      WHERE player_id = ${from} AND ${sql.ref(idColumn)} IN ${textsInJson(db, ids)} ${onConflict}`;
  });

const remove = ({ name }: AnyTable, idColumn: IdColumn) =>
  statement<Rows>()(
    (db, { from, ids }) =>
      sql`DELETE FROM ${sql.table(name)} WHERE player_id = ${from} AND ${sql.ref(idColumn)} IN ${textsInJson(db, ids)}`,
  );

// Copies and deletes, because a sharded database cannot change a player's id.
const copyTickets = OF_TICKETS.map((table) =>
  // A node of the release before this table leaves its rows behind.
  copy(table, 'ticket_id', table === fixQuestionTable ? NOT_TWICE : undefined),
);
const deleteTickets = OF_TICKETS.map((table) => remove(table, 'ticket_id')).reverse();
const copyInbox = copy(inboxMessageTable, 'message_id');
const copyFiles = copy(attachmentTable, 'attachment_id');
const deleteFiles = remove(attachmentTable, 'attachment_id');
const copySubscriptions = copy(subscriptionTable, 'known_issue_id', sql`${NOT_TWICE} RETURNING known_issue_id`);
const deleteSubscriptions = remove(subscriptionTable, 'known_issue_id');
const deleteInbox = remove(inboxMessageTable, 'message_id');

// Without the lock, a mark as read could change the old row after the copy.
const lockTickets = statement<{ playerId: string }>()((db, { playerId }) =>
  db
    .selectFrom('ticket')
    .select(['ticket_id', 'status', 'message_count', 'last_message_at', 'merged_into', 'merged_tickets'])
    .where('player_id', '=', playerId)
    .orderBy('ticket_id')
    .$if(isPostgres(db), (tickets) => tickets.forUpdate()),
);

const unboundFiles = statement<{ playerId: string }>()((db, { playerId }) =>
  db
    .selectFrom('attachment')
    .select('attachment_id')
    .where('player_id', '=', playerId)
    .where('ticket_id', 'is', null)
    .$if(isPostgres(db), (files) => files.forUpdate()),
);

const lockInbox = statement<{ playerId: string }>()((db, { playerId }) =>
  db
    .selectFrom('inbox_message')
    .select(['message_id', 'content', 'created_at'])
    .where('player_id', '=', playerId)
    .orderBy('message_id')
    .$if(isPostgres(db), (messages) => messages.forUpdate()),
);

const copyReceipts = statement<{ from: string; to: string }>()(
  (_db, { from, to }) => sql`INSERT INTO announcement_receipt (player_id, announcement_id, read_at)
      SELECT CAST(${to} AS text), announcement_id, read_at FROM announcement_receipt WHERE player_id = ${from}
      ON CONFLICT (player_id, announcement_id) DO NOTHING`,
);

const deleteReceipts = deleteRows(announcementReceiptTable, 'player_id');

const subscriptionIds = statement<{ from: string }>()((db, { from }) =>
  db.selectFrom('subscription').select('known_issue_id').where('player_id', '=', from),
);

const setOwner = saveRow(movedTicketTable);

const owner = selectRows(movedTicketTable, ['player_id', 'ticket_id']);

type Received = Pick<PlayerRow, 'player_id' | 'open_tickets' | 'last_message_at' | 'last_inbox_at' | 'created_at'>;

const receive = statement<Received>()((db, row) =>
  db
    .updateTable('player')
    .set({
      open_tickets: sql`open_tickets + ${row.open_tickets}`,
      last_message_at: laterOf('last_message_at', row.last_message_at),
      last_inbox_at: laterOf('last_inbox_at', row.last_inbox_at),
      created_at: sql`CASE WHEN created_at < ${row.created_at} THEN created_at ELSE ${row.created_at} END`,
    })
    .where('player_id', '=', row.player_id),
);

const becomeNew = updateRows(playerTable, ['player_id'], ['created_at', 'last_message_at', 'last_inbox_at']);

const publicMessageAfter = statement<{ playerId: string; ticketId: string; seq: number }>()(
  (db, { playerId, ticketId, seq }) =>
    db
      .selectFrom('message')
      .select('seq')
      .where((row) => row.and({ player_id: playerId, ticket_id: ticketId, visibility: 'public' }))
      .where('seq', '>', seq)
      .limit(1),
);

const max = (times: readonly (number | null)[]) =>
  times.reduce((latest, time) => (latest === null || (time !== null && time > latest) ? time : latest), null);

interface Move {
  readonly from: string;
  readonly to: string;
  /** The receiver becomes at least as old. */
  readonly createdAt: number;
  readonly tickets: readonly Pick<TicketRow, 'ticket_id' | 'status' | 'last_message_at'>[];
  readonly inbox: readonly Pick<InboxMessageRow, 'message_id' | 'created_at'>[];
}

/** Moves tickets and inbox messages from one player to another. Lock both. */
export const playerMoves = (db: Executor) => ({
  tickets: (playerId: string) => db.all(lockTickets, { playerId }),
  inbox: (playerId: string) => db.all(lockInbox, { playerId }),
  async move({ from, to, tickets, inbox, createdAt: created_at }: Move): Promise<void> {
    const ids = JSON.stringify(tickets.map(({ ticket_id }) => ticket_id));
    if (tickets.length > 0) for (const one of [...copyTickets, ...deleteTickets]) await db.run(one, { from, to, ids });
    const inboxIds = JSON.stringify(inbox.map(({ message_id }) => message_id));
    if (inbox.length > 0) for (const one of [copyInbox, deleteInbox]) await db.run(one, { from, to, ids: inboxIds });
    for (const { ticket_id: ticketId } of tickets) {
      await db.run(setOwner, { player_id: playerOfTicket(ticketId) ?? from, ticket_id: ticketId, owner_id: to });
    }
    const openTickets = tickets.filter(({ status }) => status !== 'closed').length;
    await players(db).changeOpenTickets({ playerId: from, by: -openTickets, inboxAt: null });
    const last_message_at = max(tickets.map((ticket) => ticket.last_message_at));
    const last_inbox_at = max(inbox.map((message) => message.created_at));
    await db.run(receive, { player_id: to, open_tickets: openTickets, last_message_at, last_inbox_at, created_at });
  },
  /** After it has given everything away. */
  becomeNew: (playerId: string, now: number) =>
    db.run(becomeNew, { player_id: playerId, created_at: now, last_message_at: null, last_inbox_at: null }),
  async moveUnboundFiles(from: string, to: string): Promise<void> {
    const ids = JSON.stringify((await db.all(unboundFiles, { playerId: from })).map((row) => row.attachment_id));
    if (ids !== '[]') for (const one of [copyFiles, deleteFiles]) await db.run(one, { from, to, ids });
  },
  async moveReceipts(from: string, to: string): Promise<void> {
    await db.run(copyReceipts, { from, to });
    await db.run(deleteReceipts, { player_id: from });
  },
  /** These known issues, or all. Returns those that the other player did not have. */
  async moveSubscriptions(from: string, to: string, some?: readonly string[]): Promise<string[]> {
    const known = some ?? (await db.all(subscriptionIds, { from })).map((row) => row.known_issue_id);
    if (known.length === 0) return [];
    const ids = JSON.stringify(known);
    const moved = await db.all(copySubscriptions, { from, to, ids });
    await db.run(deleteSubscriptions, { from, to, ids });
    return moved.map((row) => row.known_issue_id);
  },
  /** Undefined: the ticket was never moved. */
  owner: async (playerId: string, ticketId: string) =>
    (await db.one(owner, { player_id: playerId, ticket_id: ticketId }))?.owner_id,
  /** Whether a ticket has a public message after this number. */
  hasMessageAfter: async (playerId: string, ticketId: string, seq: number) =>
    (await db.one(publicMessageAfter, { playerId, ticketId, seq })) !== undefined,
});
