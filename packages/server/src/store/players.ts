import { MAX_INBOX_MESSAGES, MAX_INSTALLATIONS } from '@player-support/contract/limits';
import type { Executor } from './database.ts';
import { arrays, sql, statement } from './statement.ts';
import { wholeRow } from './table.ts';
import { type PlayerRow, playerTable } from './tables.ts';

/** What an identify says of its player. For each `keep…`, 1 leaves what an earlier one said. */
export interface Identified {
  playerId: string;
  projectId: string;
  tokenHash: string;
  tokenExpiresAt: number;
  userId: string | null;
  keepUserId: 0 | 1;
  sessionId: string | null;
  keepSessionId: 0 | 1;
  /** JSON; null leaves what an earlier one said. */
  context: string | null;
  now: number;
}

const identify = statement<PlayerRow & { keepUserId: 0 | 1; keepSessionId: 0 | 1 }>()((db, player) =>
  db
    .insertInto('player')
    .values(wholeRow(playerTable, player))
    .onConflict((conflict) =>
      conflict.column('player_id').doUpdateSet({
        token_hash: sql`excluded.token_hash`,
        token_expires_at: sql`excluded.token_expires_at`,
        user_id: sql`CASE WHEN ${player.keepUserId} = 1 THEN player.user_id ELSE excluded.user_id END`,
        session_id: sql`CASE WHEN ${player.keepSessionId} = 1 THEN player.session_id ELSE excluded.session_id END`,
        context: sql`COALESCE(excluded.context, player.context)`,
        last_seen_at: sql`excluded.last_seen_at`,
      }),
    ),
);

const refresh = statement<{ [Field in keyof Identified]: Identified[Field] }>()((db, player) =>
  db
    .updateTable('player')
    .set({
      token_hash: player.tokenHash,
      token_expires_at: player.tokenExpiresAt,
      user_id: sql`CASE WHEN ${player.keepUserId} = 1 THEN user_id ELSE ${player.userId} END`,
      session_id: sql`CASE WHEN ${player.keepSessionId} = 1 THEN session_id ELSE ${player.sessionId} END`,
      context: sql`COALESCE(${player.context}, context)`,
      last_seen_at: player.now,
    })
    .where('player_id', '=', player.playerId),
);

const byId = statement<{ id: string }>()((db, { id }) =>
  db.selectFrom('player').select(playerTable.columns).where('player_id', '=', id),
);

const SESSION_COLUMNS = [
  'player_id',
  'project_id',
  'token_hash',
  'token_expires_at',
  'open_tickets',
  'last_message_at',
  'last_inbox_at',
  'created_at',
] as const satisfies (keyof PlayerRow)[];

/** A player as its token was checked; may be a moment old, so a transaction decides nothing on it. */
export type PlayerSession = Pick<PlayerRow, (typeof SESSION_COLUMNS)[number]>;

const session = statement<{ id: string }>()((db, { id }) =>
  db.selectFrom('player').select(SESSION_COLUMNS).where('player_id', '=', id),
);

/** How many players of one user id are read to find those that were seen last. */
const MAX_EXAMINED = 1000;

// Anybody can claim any userId: so many of one may not cost more than few.
const sameUser = statement<{ id: string; projectId: string; userId: string }>()((db, { id, projectId, userId }) =>
  db
    .selectFrom(
      db
        .selectFrom('player')
        .select(playerTable.columns)
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId)
        .where('player_id', '<>', id)
        .orderBy('player_id')
        .limit(sql.lit(MAX_EXAMINED))
        .as('installation'),
    )
    .select(playerTable.columns)
    .orderBy('last_seen_at', 'desc')
    .orderBy('player_id')
    .limit(sql.lit(MAX_INSTALLATIONS)),
);

type Poll = {
  id: string;
  /** Messages created before are left out. */
  oldest: number;
  /** Messages neither created nor read since are left out; 0: none. */
  since: number;
  /** Whether the project has announcements, so that receipts matter. */
  announcements: 0 | 1;
};

// One statement, and so one round trip, for the request that nearly all requests are. What most players do not have, an
// inbox with something in it, is not looked for.
const poll = statement<Poll>()((db, { id, oldest, since, announcements }) =>
  db
    .selectFrom('player')
    .select(SESSION_COLUMNS)
    .select((player) => [
      player
        .case()
        .when('last_inbox_at', '>=', oldest)
        .then(
          arrays(
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
        .when(sql`${announcements}`, '=', 1)
        .then(
          arrays(
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
    ])
    .where('player_id', '=', id),
);

/** Of an inbox message: its id, its content as JSON, when it was created and when it was read. */
export type InboxEntry = readonly [id: string, content: string, createdAt: number, readAt: number | null];

/** What a poll reads. */
export interface PolledInbox {
  readonly session: PlayerSession;
  /** Newest first, as many as one answer has. */
  readonly messages: readonly InboxEntry[];
  /** When the player read which announcement. */
  readonly receipts: ReadonlyMap<string, number>;
}

interface PlayerMessage {
  readonly playerId: string;
  readonly now: number;
}

interface NewTicket extends PlayerMessage {
  readonly openTicketsChange: number;
  /** JSON; null keeps the stored context. */
  readonly context: string | null;
}

const addMessage = statement<{ [Field in keyof NewTicket]: NewTicket[Field] }>()((db, player) =>
  db
    .updateTable('player')
    .set({
      open_tickets: sql`open_tickets + ${player.openTicketsChange}`,
      context: sql`COALESCE(${player.context}, context)`,
      last_message_at: player.now,
      last_seen_at: player.now,
    })
    .where('player_id', '=', player.playerId)
    .returning(['blocked', 'open_tickets', 'context']),
);

interface TeamReply {
  readonly playerId: string;
  readonly openTicketsChange: number;
  readonly now: number;
}

const addTeamReply = statement<{ [Field in keyof TeamReply]: TeamReply[Field] }>()((db, reply) =>
  db
    .updateTable('player')
    .set({
      open_tickets: sql`open_tickets + ${reply.openTicketsChange}`,
      last_message_at: reply.now,
      last_inbox_at: reply.now,
    })
    .where('player_id', '=', reply.playerId),
);

interface OpenTicketsChange {
  readonly playerId: string;
  /** What to add to the number of open tickets. */
  readonly by: number;
  /** When an inbox message told the player about it; null: none did. */
  readonly inboxAt: number | null;
}

const changeOpenTickets = statement<{ [Field in keyof OpenTicketsChange]: OpenTicketsChange[Field] }>()((db, change) =>
  db
    .updateTable('player')
    .set({
      open_tickets: sql`open_tickets + ${change.by}`,
      last_inbox_at: sql`COALESCE(${change.inboxAt}, last_inbox_at)`,
    })
    .where('player_id', '=', change.playerId),
);

const lock = statement<{ id: string }>()((db, { id }) =>
  db.updateTable('player').set({ open_tickets: sql`open_tickets` }).where('player_id', '=', id),
);

const setBlocked = statement<{ id: string; blocked: 0 | 1 }>()((db, { id, blocked }) =>
  db.updateTable('player').set({ blocked }).where('player_id', '=', id).returning(playerTable.columns),
);

export const players = (db: Executor) => ({
  /** Refreshes a player; false if there is none. The commit makes its earlier token void. */
  async refresh(player: Identified): Promise<boolean> {
    // Without a round trip a look is cheap, and saves a write that changes nothing.
    if (db.embedded && (await db.one(session, { id: player.playerId })) === undefined) return false;
    return (await db.run(refresh, { ...player })) > 0;
  },
  /** Makes the player or refreshes it; its earlier token is void from the commit on. */
  identify: ({ keepUserId, keepSessionId, ...player }: Identified) =>
    db.run(identify, {
      player_id: player.playerId,
      project_id: player.projectId,
      token_hash: player.tokenHash,
      token_expires_at: player.tokenExpiresAt,
      user_id: player.userId,
      session_id: player.sessionId,
      context: player.context,
      blocked: 0,
      open_tickets: 0,
      last_message_at: null,
      last_inbox_at: null,
      created_at: player.now,
      last_seen_at: player.now,
      keepUserId,
      keepSessionId,
    }),
  byId: (id: string) => db.one(byId, { id }),
  /** Other players of its project with the same claimed userId, the last seen first. */
  installations: async ({ player_id: id, project_id: projectId, user_id: userId }: PlayerRow): Promise<PlayerRow[]> =>
    userId === null ? [] : db.all(sameUser, { id, projectId, userId }),
  session: (id: string) => db.one(session, { id }),
  /** The session and the inbox. */
  async poll(request: Poll): Promise<PolledInbox | undefined> {
    const row = await db.one(poll, request);
    if (row === undefined) return undefined;
    return {
      session: row,
      messages: JSON.parse(row.messages ?? '[]') as InboxEntry[],
      receipts: new Map(JSON.parse(row.receipts ?? '[]') as [string, number][]),
    };
  },
  /** Notes that the player wrote a ticket. Locks the player, and returns what it is like now. */
  addTicket: ({ playerId, openTicketsChange, context, now }: NewTicket) =>
    db.one(addMessage, { playerId, openTicketsChange, context, now }),
  /** Notes that the player wrote a reply. Locks the player, and returns what it is like now. */
  addReply: ({ playerId, now }: PlayerMessage) =>
    db.one(addMessage, { playerId, openTicketsChange: 0, context: null, now }),
  /** Notes that the team replied to the player. Locks the player. */
  addTeamReply: ({ playerId, openTicketsChange, now }: TeamReply) =>
    db.run(addTeamReply, { playerId, openTicketsChange, now }),
  /** Notes that the status of tickets changed. Locks the player. */
  changeOpenTickets: ({ playerId, by, inboxAt }: OpenTicketsChange) =>
    db.run(changeOpenTickets, { playerId, by, inboxAt }),
  /** Notes that the inbox got a message that is not about a ticket. Locks the player. */
  addInboxMessage: ({ playerId, now }: { readonly playerId: string; readonly now: number }) =>
    db.run(changeOpenTickets, { playerId, by: 0, inboxAt: now }),
  /**
   * Locks the player until the end of the transaction; false if there is none. Members and jobs lock the
   * player before they change a ticket, so that two of them never decide about it at the same time.
   */
  lock: async (id: string) => (await db.run(lock, { id })) > 0,
  setBlocked: (id: string, blocked: 0 | 1) => db.one(setBlocked, { id, blocked }),
});
