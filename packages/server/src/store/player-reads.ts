import type { AuthorType, StoredStatus, TicketStatus } from '@player-support/contract/enums';
import { MAX_INBOX_MESSAGES, MAX_LISTED_TICKETS } from '@player-support/contract/limits';
import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { Reader, WantedOfPlayer } from '../domain/announcements.ts';
import { interleave } from '../domain/conversation-order.ts';
import { shownStatus } from '../domain/ticket-transitions.ts';
import type { Executor } from './database.ts';
import { filesOfTicket, type MessageFile, parseFiles } from './message-files.ts';
import { NO_MESSAGE } from './messages.ts';
import {
  linkOf,
  type PlayerSession,
  readSession,
  SESSION_COLUMNS,
  type Sender,
  sessionRead,
} from './player-sessions.ts';
import { quickRead, rowsAsJson, sql, statement, textsInJson } from './statement.ts';
import type { PlayerRow, Tables } from './tables.ts';

type Poll = Sender & {
  /** Leaves out messages that were created before this time. */
  oldest: number;
  /** Leaves out messages that were neither created nor read since this time. 0 leaves out none. */
  since: number;
} & WantedOfPlayer;

/** More tickets of one player are not looked at. */
const MAX_LINKED_TICKETS = 100;

/** Which of the known issues a player's tickets are linked to, and since when, as JSON. */
function linkedIssues(db: Kysely<Tables>, knownIssues: string) {
  return rowsAsJson(
    db,
    ['known_issue_id', 'known_issue_at'],
    db
      .selectFrom('ticket')
      .select(['known_issue_id', 'known_issue_at'])
      .where('ticket.player_id', '=', sql.ref<string>('player.player_id'))
      // For the index of linked tickets.
      .where('known_issue_id', 'is not', null)
      .where('known_issue_id', 'in', textsInJson(db, knownIssues))
      .limit(sql.lit(MAX_LINKED_TICKETS)),
  );
}

const subscriptionsOfPlayer = (db: Kysely<Tables>) =>
  db.selectFrom('subscription').where('subscription.player_id', '=', sql.ref<string>('player.player_id'));

/** Which of the known issues a player said to have too, and since when, as JSON. */
const subscribedIssues = (db: Kysely<Tables>, knownIssues: string) =>
  rowsAsJson(
    db,
    ['known_issue_id', 'created_at'],
    subscriptionsOfPlayer(db)
      .select(['known_issue_id', 'created_at'])
      .where('known_issue_id', 'in', textsInJson(db, knownIssues)),
  );

/**
 * The known issues of a player among these, as `readerOf` reads them.
 *
 * @param mayHaveTickets whether to look at the player's tickets
 */
function issueColumns(db: Kysely<Tables>, knownIssues: string, mayHaveTickets = sql<boolean>`true`) {
  const player = expressionBuilder<Tables, 'player'>();
  const areWanted = sql<boolean>`${knownIssues} <> '[]'`;
  const readIf = (condition: Expression<SqlBool>, issues: Expression<string | null>) =>
    player.case().when(condition).then(issues).end();
  return [
    readIf(sql<boolean>`${areWanted} AND ${mayHaveTickets}`, linkedIssues(db, knownIssues)).as('known_issues'),
    // Most players have none, which is cheaper to find out than to read the list of issues.
    readIf(
      sql<boolean>`${areWanted} AND ${player.exists(subscriptionsOfPlayer(db).select('known_issue_id'))}`,
      subscribedIssues(db, knownIssues),
    ).as('subscribed_issues'),
  ] as const;
}

// Most requests are polls, so a poll is one statement. It reads the inbox only if it has a message
// that is new enough. Most players have none.
const poll = sessionRead<Poll>(quickRead)(
  (db, { id, tokenHash, oldest, since, announcements, knownIssues }, ofAccount) =>
    db
      .selectFrom('player')
      .select(SESSION_COLUMNS)
      .$if(ofAccount, (player) => player.select(linkOf(db, { tokenHash }).as('link')))
      .select((player) => [
        player
          .case()
          .when('last_inbox_at', '>=', oldest)
          .then(
            rowsAsJson(
              db,
              ['message_id', 'content', 'created_at', 'read_at'],
              player
                .selectFrom('inbox_message')
                .select(['message_id', 'content', 'created_at', 'read_at'])
                .whereRef('inbox_message.player_id', '=', 'player.player_id')
                .where('created_at', '>=', oldest)
                .where(sql<number>`COALESCE(read_at, created_at)`, '>=', since)
                .orderBy('message_id', 'desc')
                .limit(sql.lit(MAX_INBOX_MESSAGES)),
            ),
          )
          .end()
          .as('messages'),
        player
          .case()
          .when(sql`${announcements}`, '>', 0)
          .then(
            rowsAsJson(
              db,
              ['announcement_id', 'read_at'],
              player
                .selectFrom('announcement_receipt')
                .select(['announcement_id', 'read_at'])
                .whereRef('announcement_receipt.player_id', '=', 'player.player_id'),
            ),
          )
          .end()
          .as('receipts'),
        player.case().when(sql`${announcements}`, '=', 2).then(player.ref('user_id')).end().as('user_id'),
        // Who never wrote has no ticket, so most polls do not look.
        ...issueColumns(db, knownIssues, sql<boolean>`last_message_at IS NOT NULL`),
      ])
      .where('player_id', '=', id),
);

const recipient = quickRead<{ id: string; knownIssues: string }>()((db, { id, knownIssues }) =>
  db
    .selectFrom('player')
    .select(['player_id', 'context', 'user_id'])
    .select(issueColumns(db, knownIssues))
    .where('player_id', '=', id),
);

const receiptsOf = quickRead<{ id: string }>()((db, { id }) =>
  db.selectFrom('announcement_receipt').select(['announcement_id', 'read_at']).where('player_id', '=', id),
);

/** An inbox message. Its content is JSON. */
export type InboxEntry = readonly [id: string, content: string, createdAt: number, readAt: number | null];

/** What a poll reads. */
export interface PolledInbox {
  /** Newest first, at most MAX_INBOX_MESSAGES. */
  readonly messages: readonly InboxEntry[];
  /** When the player read each announcement. */
  readonly receipts: ReadonlyMap<string, number>;
  /** What announcements depend on, as far as the poll asked for it. */
  readonly reader: Reader;
}

const inboxReadAt = sessionRead<Sender & { messageId: string }>(quickRead)(
  (db, { id, tokenHash, messageId }, ofAccount) =>
    db
      .selectFrom('player')
      .select(SESSION_COLUMNS)
      .$if(ofAccount, (player) => player.select(linkOf(db, { tokenHash }).as('link')))
      .select((player) =>
        player
          .selectFrom('inbox_message')
          .select('read_at')
          .whereRef('inbox_message.player_id', '=', 'player.player_id')
          .where('message_id', '=', messageId)
          .as('read_at'),
      )
      .where('player_id', '=', id),
);

const LISTED = [
  'ticket_id',
  'type',
  'status',
  'subject',
  'last_message_preview',
  'last_message_at',
  'unread_count',
] as const;

/** A ticket in the list of its player. */
export type ListedTicket = readonly [
  id: string,
  type: string,
  status: StoredStatus,
  subject: string,
  lastMessagePreview: string | null,
  lastMessageAt: number | null,
  unreadCount: number,
];

const tickets = sessionRead<Sender>(quickRead)((db, { id, tokenHash }, ofAccount) =>
  db
    .selectFrom('player')
    .select(SESSION_COLUMNS)
    .$if(ofAccount, (player) => player.select(linkOf(db, { tokenHash }).as('link')))
    .select((player) =>
      rowsAsJson(
        db,
        LISTED,
        player
          .selectFrom('ticket')
          .select(LISTED)
          .whereRef('ticket.player_id', '=', 'player.player_id')
          .where('merged_into', 'is', null)
          .orderBy('last_message_at', 'desc')
          .orderBy('ticket_id')
          .limit(sql.lit(MAX_LISTED_TICKETS)),
      ).as('tickets'),
    )
    .where('player_id', '=', id),
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

type TicketParts = readonly [
  type: string,
  status: StoredStatus,
  subject: string,
  unreadCount: number,
  messageId: string,
  message: string,
  createdAt: number,
  mergedInto: string | null,
  mergedTickets: string | null,
];

/** A message that its player may read. */
export type PublicMessage = readonly [id: string, authorType: AuthorType, message: string, createdAt: number];

// A conversation can be long, so it is no quick read: it would delay those of other players.
const conversation = sessionRead<Sender & { ticketId: string }>(statement)(
  (db, { id, tokenHash, ticketId }, ofAccount) =>
    db
      .selectFrom('player')
      .select(SESSION_COLUMNS)
      .$if(ofAccount, (player) => player.select(linkOf(db, { tokenHash }).as('link')))
      .select((player) => [
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
      ])
      .where('player_id', '=', id),
);

const MERGED = ['ticket_id', 'unread_count', 'message_id', 'message', 'created_at'] as const;

// Few tickets have others that are merged into them, so these are read by a second statement.
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

/** A ticket with its public messages, oldest first, and those of tickets merged into it. */
export interface Conversation {
  readonly type: string;
  readonly status: TicketStatus;
  readonly subject: string;
  readonly unreadCount: number;
  /** The ticket, and those of its merged tickets that have unread replies. */
  readonly unreadIn: readonly string[];
  readonly messages: readonly PublicMessage[];
  /** The files of the messages. */
  readonly files: readonly MessageFile[];
}

/** @param first the message in the row of the ticket */
function messagesOf(first: PublicMessage, following: string | null): PublicMessage[] {
  return [...(first[0] === NO_MESSAGE ? [] : [first]), ...parseRows<PublicMessage>(following)];
}

/**
 * What players read. Each read returns the session too, in one statement, so that a request needs
 * one round trip. Undefined if there is no such player.
 */
export const playerReads = (db: Executor) => {
  /** A merged ticket has the conversation and the status of the ticket that it is merged into. */
  async function readConversation(
    sender: Sender,
    ticketId: string,
  ): Promise<{ readonly session: PlayerSession; readonly conversation: Conversation | undefined } | undefined> {
    const { id } = sender;
    const session = await readSession(db, conversation, { ...sender, ticketId });
    if (session === undefined) return undefined;
    const [ticket] = parseRows<TicketParts>(session.ticket);
    if (ticket === undefined) return { session, conversation: undefined };
    const [type, stored, subject, unreadCount, firstId, text, createdAt, mergedInto, mergedTickets] = ticket;
    if (mergedInto !== null) {
      const target = await readConversation(sender, mergedInto);
      return { session, conversation: target?.conversation && { ...target.conversation, type, subject } };
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
    return { session, conversation: { type, status, subject, unreadCount, unreadIn, messages, files } };
  }

  return {
    /** The inbox. */
    async poll(request: Poll): Promise<({ readonly session: PlayerSession } & PolledInbox) | undefined> {
      const session = await readSession(db, poll, request);
      if (session === undefined) return undefined;
      const { messages, receipts } = session;
      return {
        session,
        messages: parseRows(messages),
        receipts: receipts === null ? NONE : new Map(parseRows<[string, number]>(receipts)),
        reader: readerOf(session),
      };
    },
    /**
     * What announcements depend on, for a player who is known.
     *
     * @param knownIssues the known issues to look for
     */
    async recipient(id: string, knownIssues: readonly string[]): Promise<Reader | undefined> {
      const row = await db.one(recipient, { id, knownIssues: JSON.stringify(knownIssues) });
      return row && readerOf(row);
    },
    /** When the player read each announcement. */
    async receipts(id: string): Promise<ReadonlyMap<string, number>> {
      return new Map((await db.all(receiptsOf, { id })).map((row) => [row.announcement_id, row.read_at]));
    },
    /** When the player read an inbox message. Null if it is unread, or not in the inbox. */
    async inboxReadAt(sender: Sender, messageId: string) {
      const session = await readSession(db, inboxReadAt, { ...sender, messageId });
      return session && { session, readAt: session.read_at };
    },
    /** The newest tickets, those with the latest activity first. Equal ones sort by id. */
    async tickets(sender: Sender) {
      const session = await readSession(db, tickets, sender);
      return session && { session, tickets: parseRows<ListedTicket>(session.tickets) };
    },
    /** A ticket, if the player has it. */
    conversation: readConversation,
  };
};

const NONE: ReadonlyMap<string, number> = new Map();

function readerOf({ player_id, user_id, context, known_issues, subscribed_issues }: ReaderColumns): Reader {
  const reader = { playerId: player_id, userId: user_id, context };
  if (known_issues === null && subscribed_issues === null) return { ...reader, knownIssues: NONE };
  const knownIssues = new Map<string, number>();
  for (const [id, since] of [known_issues, subscribed_issues].flatMap(parseRows<[string, number]>)) {
    knownIssues.set(id, Math.min(since, knownIssues.get(id) ?? since));
  }
  return { ...reader, knownIssues };
}

type ReaderColumns = Pick<PlayerRow, 'player_id' | 'user_id' | 'context'> & {
  readonly known_issues: string | null;
  readonly subscribed_issues: string | null;
};

/** The rows of a `rowsAsJson` column. The caller knows the types of their columns. */
function parseRows<Row>(json: string | null): Row[] {
  return json === null ? [] : JSON.parse(json);
}
