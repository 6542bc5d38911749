import { playerOfTicket } from '../domain/ids.ts';
import type { Executor } from './database.ts';
import { deleteRows, saveRow } from './plain-statements.ts';
import { forUpdate, sql, statement, textsInJson } from './statement.ts';
import type { AnyTable } from './table.ts';
import {
  announcementReceiptTable,
  attachmentTable,
  fixQuestionTable,
  heldTicketTable,
  inboxMessageTable,
  messageTable,
  movedTicketTable,
  type PlayerRow,
  ticketEventTable,
  ticketTable,
} from './tables.ts';

/** The tables of a ticket, each after those that it references. */
const OF_TICKETS = [ticketTable, messageTable, ticketEventTable, heldTicketTable, attachmentTable, fixQuestionTable];

type Rows = { from: string; to: string /** JSON: string[] */; ids: string };
type OneTicket = { playerId: string; ticketId: string };

const copy = ({ name, columns }: AnyTable, idColumn: 'ticket_id' | 'message_id' | 'attachment_id') =>
  statement<Rows>()((db, { from, to, ids }) => {
    const values = columns.map((column) => (column === 'player_id' ? sql`CAST(${to} AS text)` : sql.ref(column)));
    return sql`INSERT INTO ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
        SELECT ${sql.join(values)} FROM ${sql.table(name)}
        WHERE player_id = ${from} AND ${sql.ref(idColumn)} IN ${textsInJson(db, ids)}${
          // A node of the release before this table leaves its rows behind.
          name === fixQuestionTable.name ? sql` ON CONFLICT DO NOTHING` : sql``
        }`;
  });

const remove = ({ name }: AnyTable, idColumn: 'ticket_id' | 'message_id' | 'attachment_id') =>
  statement<Rows>()(
    (db, { from, ids }) =>
      sql`DELETE FROM ${sql.table(name)} WHERE player_id = ${from} AND ${sql.ref(idColumn)} IN ${textsInJson(db, ids)}`,
  );

// Copies and deletes, because a sharded database cannot change a player's id.
const TICKETS = OF_TICKETS.map((table) => copy(table, 'ticket_id'));
const OLD_TICKETS = OF_TICKETS.map((table) => remove(table, 'ticket_id')).reverse();
const INBOX = copy(inboxMessageTable, 'message_id');
const FILES = copy(attachmentTable, 'attachment_id');
const OLD_FILES = remove(attachmentTable, 'attachment_id');
const OLD_INBOX = remove(inboxMessageTable, 'message_id');

// Otherwise a mark as read could change the old row after the copy.
const lockTickets = statement<{ playerId: string }>()((db, { playerId }) => {
  const tickets = db
    .selectFrom('ticket')
    .select(['ticket_id', 'status', 'message_count', 'last_message_at', 'merged_into', 'merged_tickets'])
    .where('player_id', '=', playerId)
    .orderBy('ticket_id');
  return forUpdate(db, tickets);
});

const unboundFiles = statement<{ playerId: string }>()((db, { playerId }) => {
  const files = db
    .selectFrom('attachment')
    .select('attachment_id')
    .where('player_id', '=', playerId)
    .where('ticket_id', 'is', null);
  return forUpdate(db, files);
});

const lockInbox = statement<{ playerId: string }>()((db, { playerId }) => {
  const messages = db
    .selectFrom('inbox_message')
    .select(['message_id', 'content', 'created_at'])
    .where('player_id', '=', playerId)
    .orderBy('message_id');
  return forUpdate(db, messages);
});

const copyReceipts = statement<{ from: string; to: string }>()(
  (_db, { from, to }) => sql`INSERT INTO announcement_receipt (player_id, announcement_id, read_at)
      SELECT CAST(${to} AS text), announcement_id, read_at FROM announcement_receipt WHERE player_id = ${from}
      ON CONFLICT (player_id, announcement_id) DO NOTHING`,
);

const removeReceipts = deleteRows(announcementReceiptTable, 'player_id');

const subscriptionIds = statement<{ from: string }>()((db, { from }) =>
  db.selectFrom('subscription').select('known_issue_id').where('player_id', '=', from),
);

const copySubscriptions = statement<{ from: string; to: string; ids: string }>()(
  (db, { from, to, ids }) => sql<{
    known_issue_id: string;
  }>`INSERT INTO subscription (player_id, known_issue_id, created_at, told_at)
      SELECT CAST(${to} AS text), known_issue_id, created_at, told_at FROM subscription
      WHERE player_id = ${from} AND known_issue_id IN ${textsInJson(db, ids)}
      ON CONFLICT (player_id, known_issue_id) DO NOTHING RETURNING known_issue_id`,
);

const removeSubscriptions = statement<{ from: string; ids: string }>()((db, { from, ids }) =>
  db.deleteFrom('subscription').where('player_id', '=', from).where('known_issue_id', 'in', textsInJson(db, ids)),
);

const setOwner = saveRow(movedTicketTable);

const owner = statement<OneTicket>()((db, { playerId, ticketId }) =>
  db.selectFrom('moved_ticket').select('owner_id').where('player_id', '=', playerId).where('ticket_id', '=', ticketId),
);

type Received = { playerId: string; openTickets: number } & Pick<
  PlayerRow,
  'last_message_at' | 'last_inbox_at' | 'created_at'
>;

const later = (column: 'last_message_at' | 'last_inbox_at', time: number | null) =>
  sql<
    number | null
  >`CASE WHEN ${sql.ref(column)} IS NULL OR ${sql.ref(column)} < ${time} THEN ${time} ELSE ${sql.ref(column)} END`;

const receive = statement<Received>()((db, row) =>
  db
    .updateTable('player')
    .set({
      open_tickets: sql`open_tickets + ${row.openTickets}`,
      last_message_at: later('last_message_at', row.last_message_at),
      last_inbox_at: later('last_inbox_at', row.last_inbox_at),
      created_at: sql`CASE WHEN created_at < ${row.created_at} THEN created_at ELSE ${row.created_at} END`,
    })
    .where('player_id', '=', row.playerId),
);

const give = statement<{ playerId: string; openTickets: number }>()((db, { playerId, openTickets }) =>
  db
    .updateTable('player')
    .set({ open_tickets: sql`open_tickets - ${openTickets}` })
    .where('player_id', '=', playerId),
);

const becomeNew = statement<{ playerId: string; now: number }>()((db, { playerId, now }) =>
  db
    .updateTable('player')
    .set({ created_at: now, last_message_at: sql`NULL`, last_inbox_at: sql`NULL` })
    .where('player_id', '=', playerId),
);

const publicMessageAfter = statement<OneTicket & { seq: number }>()((db, { playerId, ticketId, seq }) =>
  db
    .selectFrom('message')
    .select('seq')
    .where('player_id', '=', playerId)
    .where('ticket_id', '=', ticketId)
    .where('seq', '>', seq)
    .where('visibility', '=', 'public')
    .limit(1),
);

const max = (times: readonly (number | null)[]) =>
  times.reduce((latest, time) => (latest === null || (time !== null && time > latest) ? time : latest), null);

/** Moves tickets and inbox messages from one player to another. Lock both. */
export const playerMoves = (db: Executor) => {
  const rows = {
    tickets: (playerId: string) => db.all(lockTickets, { playerId }),
    inbox: (playerId: string) => db.all(lockInbox, { playerId }),
  };
  type Ticket = Awaited<ReturnType<(typeof rows)['tickets']>>[number];
  type InboxMessage = Awaited<ReturnType<(typeof rows)['inbox']>>[number];

  interface Move {
    readonly from: string;
    readonly to: string;
    /** The receiver becomes at least as old. */
    readonly createdAt: number;
    readonly tickets: readonly Ticket[];
    readonly inbox: readonly InboxMessage[];
  }

  return {
    ...rows,
    async move({ from, to, tickets, inbox, createdAt: created_at }: Move): Promise<void> {
      const ids = JSON.stringify(tickets.map(({ ticket_id }) => ticket_id));
      if (tickets.length > 0) for (const one of [...TICKETS, ...OLD_TICKETS]) await db.run(one, { from, to, ids });
      const inboxIds = JSON.stringify(inbox.map(({ message_id }) => message_id));
      if (inbox.length > 0) for (const one of [INBOX, OLD_INBOX]) await db.run(one, { from, to, ids: inboxIds });
      for (const { ticket_id: ticketId } of tickets) {
        await db.run(setOwner, { player_id: playerOfTicket(ticketId) ?? from, ticket_id: ticketId, owner_id: to });
      }
      const openTickets = tickets.filter(({ status }) => status !== 'closed').length;
      await db.run(give, { playerId: from, openTickets });
      const last_message_at = max(tickets.map((ticket) => ticket.last_message_at));
      const last_inbox_at = max(inbox.map((message) => message.created_at));
      await db.run(receive, { playerId: to, openTickets, last_message_at, last_inbox_at, created_at });
    },
    /** Makes a player new after it has given everything away. */
    becomeNew: (playerId: string, now: number) => db.run(becomeNew, { playerId, now }),
    async moveUnboundFiles(from: string, to: string): Promise<void> {
      const ids = JSON.stringify((await db.all(unboundFiles, { playerId: from })).map((row) => row.attachment_id));
      if (ids !== '[]') for (const one of [FILES, OLD_FILES]) await db.run(one, { from, to, ids });
    },
    async moveReceipts(from: string, to: string): Promise<void> {
      await db.run(copyReceipts, { from, to });
      await db.run(removeReceipts, { player_id: from });
    },
    /** These known issues, or all. Returns those that the other player did not have. */
    async moveSubscriptions(from: string, to: string, some?: readonly string[]): Promise<string[]> {
      const known = some ?? (await db.all(subscriptionIds, { from })).map((row) => row.known_issue_id);
      if (known.length === 0) return [];
      const ids = JSON.stringify(known);
      const moved = await db.all(copySubscriptions, { from, to, ids });
      await db.run(removeSubscriptions, { from, ids });
      return moved.map((row) => row.known_issue_id);
    },
    /** Undefined: the ticket was never moved. */
    owner: async (playerId: string, ticketId: string) => (await db.one(owner, { playerId, ticketId }))?.owner_id,
    /** Whether a ticket has a public message after this number. */
    hasMessageAfter: async (playerId: string, ticketId: string, seq: number) =>
      (await db.one(publicMessageAfter, { playerId, ticketId, seq })) !== undefined,
  };
};
