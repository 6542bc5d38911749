import type { Executor } from './database.ts';
import { deleteRows, insertFrom, selectRows, updateRows } from './plain-statements.ts';
import { sql, statement, textsInJson } from './statement.ts';
import { type MessageRow, messageTable, type TicketRow } from './tables.ts';

/** The row of a message. Its `seq` is the message count of its ticket, which counts it before. */
type NewMessageRow = Omit<MessageRow, 'seq'>;

// Selected from the ticket, because Citus allows no subquery in VALUES.
const insert = statement<NewMessageRow>()((db, row) => ({
  compile: () => {
    const ofTicket = ['player_id', 'ticket_id', 'seq'];
    const fromTicket = insertFrom('ticket', messageTable, row, ofTicket, { seq: 'message_count' });
    return sql`${fromTicket} WHERE player_id = ${row.player_id} AND ticket_id = ${row.ticket_id}`.compile(db);
  },
}));

const all = selectRows(messageTable, ['player_id', 'ticket_id'], ['seq']);

const ofTickets = statement<{ playerId: string; ticketIds: string }>()((db, { playerId, ticketIds }) =>
  db
    .selectFrom('message')
    .select(messageTable.columns)
    .where('player_id', '=', playerId)
    .where('ticket_id', 'in', textsInJson(db, ticketIds))
    .orderBy('ticket_id')
    .orderBy('seq'),
);

const remove = deleteRows(messageTable, 'player_id', 'ticket_id', 'seq');

const newestPublic = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db
    .selectFrom('message')
    .select(['message_id', 'message', 'created_at'])
    .where((row) => row.and({ player_id: playerId, ticket_id: ticketId, visibility: 'public' }))
    .orderBy('seq', 'desc')
    .limit(1),
);

const markRead = updateRows(messageTable, ['player_id', 'ticket_id'], ['read_at'], {
  only: { author_type: 'admin', visibility: 'public', read_at: null },
});

/** For a ticket whose first message is the team's. */
export const NO_MESSAGE = '';

/** A message to add to a ticket. */
export type NewMessage = Pick<MessageRow, 'player_id' | 'ticket_id' | 'message_id' | 'message' | 'created_at'>;

/** A member or an API key. */
export interface Author {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the message that is in the ticket's row, so that a new ticket is only one row. None if
 * the team wrote it.
 */
export function messageInTicket({ player_id, ticket_id, message_id, message, created_at }: TicketRow): MessageRow[] {
  if (message_id === NO_MESSAGE) return [];
  return [{ ...playerMessageRow({ player_id, ticket_id, message_id, message, created_at }), seq: 1 }];
}

/** The row of a player's message. */
export const playerMessageRow = (message: NewMessage): NewMessageRow => ({
  ...message,
  author_type: 'player',
  visibility: 'public',
  read_at: null,
  author_id: null,
  author_name: null,
});

/** The messages of tickets, except the first. Count a message in its ticket before it is added. */
export const messages = (db: Executor) => ({
  addOfPlayer: (reply: NewMessage) => db.send(insert, playerMessageRow(reply)),
  addOfTeam: (reply: NewMessage, { id, name }: Author, visibility: MessageRow['visibility']) => {
    const row = playerMessageRow(reply);
    return db.send(insert, { ...row, author_type: 'admin', visibility, author_id: id, author_name: name });
  },
  /** Marks the team's replies as read by the player. */
  markRead: (playerId: string, ticketId: string, now: number) =>
    db.run(markRead, { player_id: playerId, ticket_id: ticketId, read_at: now }),
  addOfSystem: (message: NewMessage) =>
    db.send(insert, { ...playerMessageRow(message), author_type: 'system' as const }),
  remove: (playerId: string, ticketId: string, seq: number) =>
    db.run(remove, { player_id: playerId, ticket_id: ticketId, seq }),
  /** Reads the newest public message, except the first. Undefined: none. */
  newestPublic: (playerId: string, ticketId: string) => db.one(newestPublic, { playerId, ticketId }),
  afterFirst: (playerId: string, ticketId: string) => db.all(all, { player_id: playerId, ticket_id: ticketId }),
  /** `ticketIds`: JSON string[]. */
  afterFirstOf: (playerId: string, ticketIds: string) => db.all(ofTickets, { playerId, ticketIds }),
});
