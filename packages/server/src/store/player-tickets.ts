import type { TicketStatus } from '@player-support/contract/enums';
import { MAX_LISTED_TICKETS } from '@player-support/contract/limits';
import type { SelectQueryBuilder } from 'kysely';
import { interleave } from '../domain/conversation-order.ts';
import { shownStatus } from '../domain/ticket-transitions.ts';
import type { Executor } from './database.ts';
import { filesOfTicket, type MessageFile, parseFiles } from './message-files.ts';
import { NO_MESSAGE } from './messages.ts';
import { type PlayerSession, parseRows, readSession, sessionRead, type UncheckedCaller } from './player-reads.ts';
import { type Cells, quickRead, rowsAsJson, sql, statement, textsInJson } from './statement.ts';
import type { MessageRow, Tables, TicketRow } from './tables.ts';

const LISTED = [
  'ticket_id',
  'type',
  'status',
  'subject',
  'last_message_preview',
  'last_message_at',
  'unread_count',
] as const;

export type ListedTicket = Cells<TicketRow, typeof LISTED>;

type OwnTickets = SelectQueryBuilder<Tables, 'player' | 'ticket', TicketRow>;

/** Reads these columns of the player's tickets, which `list` chooses and sorts. */
const ticketList = (columns: readonly (keyof TicketRow)[], list: (all: OwnTickets) => OwnTickets) =>
  sessionRead<UncheckedCaller>(quickRead)((session, _caller, db) =>
    session.select((player) => {
      const all = player.selectFrom('ticket').select(columns).whereRef('ticket.player_id', '=', 'player.player_id');
      return rowsAsJson(db, columns, list(all).limit(sql.lit(MAX_LISTED_TICKETS))).as('tickets');
    }),
  );

const tickets = ticketList(LISTED, (all) =>
  all.where('merged_into', 'is', null).orderBy('last_message_at', 'desc').orderBy('ticket_id'),
);

const NUMBERED = ['ticket_id', 'number'] as const;

export type TicketNumber = readonly [id: string, number: number];

const numbers = ticketList(NUMBERED, (all) =>
  all.where('number', 'is not', null).orderBy('created_at', 'desc').orderBy('number', 'desc'),
);

const CONVERSATION = [
  'type',
  'status',
  'subject',
  'unread_count',
  'message_id',
  'message',
  'created_at',
  'merged_into',
  'merged_tickets',
] as const;
const MESSAGE = ['message_id', 'author_type', 'message', 'created_at'] as const;

export type PublicMessage = Cells<MessageRow, typeof MESSAGE>;

// No quick read: a long conversation would delay other players.
const conversation = sessionRead<UncheckedCaller & { ticketId: string }>(statement)((session, { ticketId }, db) =>
  session.select((player) => [
    rowsAsJson(
      db,
      CONVERSATION,
      player
        .selectFrom('ticket')
        .select(CONVERSATION)
        .whereRef('ticket.player_id', '=', 'player.player_id')
        .where('ticket_id', '=', ticketId),
    ).as('ticket'),
    rowsAsJson(
      db,
      MESSAGE,
      player
        .selectFrom('message')
        .select(MESSAGE)
        .whereRef('message.player_id', '=', 'player.player_id')
        .where('ticket_id', '=', ticketId)
        .where('visibility', '=', 'public')
        .orderBy('seq'),
    ).as('messages'),
    filesOfTicket(db, 'player.player_id', ticketId).as('files'),
  ]),
);

const MERGED = ['ticket_id', 'unread_count', 'message_id', 'message', 'created_at'] as const;

// Few tickets have merged ones, so a second statement reads them.
const mergedConversations = statement<{ id: string; mergedTickets: string }>()((db, { id, mergedTickets }) =>
  db
    .selectFrom('ticket')
    .select(MERGED)
    .select((ticket) => [
      rowsAsJson(
        db,
        MESSAGE,
        ticket
          .selectFrom('message')
          .select(MESSAGE)
          .whereRef('message.player_id', '=', 'ticket.player_id')
          .whereRef('message.ticket_id', '=', 'ticket.ticket_id')
          .where('visibility', '=', 'public')
          .orderBy('seq'),
      ).as('messages'),
      filesOfTicket(db, 'ticket.player_id').as('files'),
    ])
    .where('player_id', '=', id)
    .where('ticket_id', 'in', textsInJson(db, mergedTickets))
    .orderBy('merged_at')
    .orderBy('ticket_id'),
);

/** Public messages, oldest first, with those of merged tickets. */
export interface Conversation {
  readonly type: string;
  readonly status: TicketStatus;
  readonly subject: string;
  readonly unreadCount: number;
  /** The ticket and its merged tickets with unread replies. */
  readonly unreadIn: readonly string[];
  readonly messages: readonly PublicMessage[];
  readonly files: readonly MessageFile[];
}

/** `first`: in the ticket's row. */
function messagesOf(first: PublicMessage, following: string | null): PublicMessage[] {
  return [...(first[0] === NO_MESSAGE ? [] : [first]), ...parseRows<PublicMessage>(following)];
}

/** Reads tickets with the session, in one statement. Undefined: no such player. */
export const playerTickets = (db: Executor) => {
  /** A merged ticket has its target's conversation and status. */
  async function readConversation(
    caller: UncheckedCaller,
    ticketId: string,
  ): Promise<{ readonly session: PlayerSession; readonly data: Conversation | undefined } | undefined> {
    const { id } = caller;
    const session = await readSession(db, conversation, { ...caller, ticketId });
    if (session === undefined) return undefined;
    const [ticket] = parseRows<Cells<TicketRow, typeof CONVERSATION>>(session.ticket);
    if (ticket === undefined) return { session, data: undefined };
    const [type, stored, subject, unreadCount, firstId, text, createdAt, mergedInto, mergedTickets] = ticket;
    if (mergedInto !== null) {
      const target = await readConversation(caller, mergedInto);
      return { session, data: target?.data && { ...target.data, type, subject } };
    }
    const own = messagesOf([firstId, 'player', text, createdAt], session.messages);
    const merged = mergedTickets === null ? [] : await db.all(mergedConversations, { id, mergedTickets });
    const messages = interleave(
      [...merged.map((row) => messagesOf([row.message_id, 'player', row.message, row.created_at], row.messages)), own],
      ([, , , time]) => time,
    );
    const unreadIn = [ticketId, ...merged.filter((row) => row.unread_count > 0).map((row) => row.ticket_id)];
    const files = [session.files, ...merged.map((row) => row.files)].flatMap(parseFiles);
    const status = shownStatus(stored);
    return { session, data: { type, status, subject, unreadCount, unreadIn, messages, files } };
  }

  return {
    /** Latest activity first, then by id. */
    async tickets(caller: UncheckedCaller) {
      const session = await readSession(db, tickets, caller);
      return session && { session, data: parseRows<ListedTicket>(session.tickets) };
    },
    /** The newest first. */
    async numbers(caller: UncheckedCaller) {
      const session = await readSession(db, numbers, caller);
      return session && { session, data: parseRows<TicketNumber>(session.tickets) };
    },
    conversation: readConversation,
  };
};
