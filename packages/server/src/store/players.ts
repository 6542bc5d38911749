import type { Executor } from './database.ts';
import { arrays, sql, statement } from './statement.ts';
import { PLAYER_COLUMNS, type PlayerRow } from './tables.ts';

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

const identify = statement<{ [Field in keyof Identified]: Identified[Field] }>()((db, player) =>
  db
    .insertInto('player')
    .values({
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
    })
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
  db.selectFrom('player').select(PLAYER_COLUMNS).where('player_id', '=', id),
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

/** Installations that are shown beside one, and those that are looked at for the last seen ones. */
const INSTALLATIONS = { shown: 50, examined: 1000 };

// Anybody can claim any userId: so many of one may not cost more than few.
const sameUser = statement<{ id: string; projectId: string; userId: string }>()((db, { id, projectId, userId }) =>
  db
    .selectFrom(
      db
        .selectFrom('player')
        .select(PLAYER_COLUMNS)
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId)
        .where('player_id', '<>', id)
        .orderBy('player_id')
        .limit(sql.lit(INSTALLATIONS.examined))
        .as('installation'),
    )
    .select(PLAYER_COLUMNS)
    .orderBy('last_seen_at', 'desc')
    .orderBy('player_id')
    .limit(sql.lit(INSTALLATIONS.shown)),
);

/** Messages in one answer (decisions, Inbox). */
export const INBOX_LIMIT = 50;

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
              .limit(sql.lit(INBOX_LIMIT)),
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

/** A session with what a poll shows, and what it was asked for. */
export interface PolledSession extends PlayerSession, Pick<Poll, 'oldest' | 'since'> {
  /** Newest first, as many as one answer has. */
  readonly messages: readonly InboxEntry[];
  /** When the player read which announcement. */
  readonly receipts: ReadonlyMap<string, number>;
}

const NONE: readonly never[] = [];
const NO_RECEIPTS: ReadonlyMap<string, number> = new Map();

const wrote = statement<{ id: string; openTickets: number; context: string | null; now: number }>()((db, player) =>
  db
    .updateTable('player')
    .set({
      open_tickets: sql`open_tickets + ${player.openTickets}`,
      context: sql`COALESCE(${player.context}, context)`,
      last_message_at: player.now,
      last_seen_at: player.now,
    })
    .where('player_id', '=', player.id)
    .returning(['blocked', 'open_tickets', 'context']),
);

const answered = statement<{ id: string; openTickets: number; now: number }>()((db, { id, openTickets, now }) =>
  db
    .updateTable('player')
    .set({ open_tickets: sql`open_tickets + ${openTickets}`, last_message_at: now, last_inbox_at: now })
    .where('player_id', '=', id),
);

const notified = statement<{ id: string; openTickets: number; inboxAt: number | null }>()(
  (db, { id, openTickets, inboxAt }) =>
    db
      .updateTable('player')
      .set({
        open_tickets: sql`open_tickets + ${openTickets}`,
        last_inbox_at: sql`COALESCE(${inboxAt}, last_inbox_at)`,
      })
      .where('player_id', '=', id),
);

const lock = statement<{ id: string }>()((db, { id }) =>
  db.updateTable('player').set({ open_tickets: sql`open_tickets` }).where('player_id', '=', id),
);

const setBlocked = statement<{ id: string; blocked: 0 | 1 }>()((db, { id, blocked }) =>
  db.updateTable('player').set({ blocked }).where('player_id', '=', id).returning(PLAYER_COLUMNS),
);

export const players = (db: Executor) => ({
  /** Refreshes a player; false if there is none. The commit makes its earlier token void. */
  async refresh(player: Identified): Promise<boolean> {
    // Without a round trip a look is cheap, and saves a write that changes nothing.
    if (db.embedded && (await db.one(session, { id: player.playerId })) === undefined) return false;
    return (await db.run(refresh, { ...player })) > 0;
  },
  /** Makes the player or refreshes it; its earlier token is void from the commit on. */
  identify: (player: Identified) => db.run(identify, { ...player }),
  byId: (id: string) => db.one(byId, { id }),
  /** Other players of its project with the same claimed userId, the last seen first. */
  installations: async ({ player_id: id, project_id: projectId, user_id: userId }: PlayerRow): Promise<PlayerRow[]> =>
    userId === null ? [] : db.all(sameUser, { id, projectId, userId }),
  session: (id: string) => db.one(session, { id }),
  /** The session, and the inbox with it. */
  async poll(request: Poll): Promise<PolledSession | undefined> {
    const { id, oldest, since, announcements } = request;
    if (db.embedded && announcements === 0) {
      // Reads the plain session first: most players have no more, and the second statement of the others is no round trip.
      const row = await db.one(session, { id });
      if (row === undefined) return undefined;
      if ((row.last_inbox_at ?? -1) < oldest) return { ...row, oldest, since, messages: NONE, receipts: NO_RECEIPTS };
    }
    const row = await db.one(poll, request);
    if (row === undefined) return undefined;
    const { messages, receipts } = row;
    return {
      ...row,
      oldest,
      since,
      messages: messages === null ? NONE : (JSON.parse(messages) as InboxEntry[]),
      receipts: receipts === null ? NO_RECEIPTS : new Map(JSON.parse(receipts) as [string, number][]),
    };
  },
  /** The player wrote a ticket or reply: counts it and says what the player is like now. Locks the player. */
  wrote: (id: string, openTickets: 0 | 1, context: string | null, now: number) =>
    db.one(wrote, { id, openTickets, context, now }),
  /** The team wrote to the player. Locks the player. */
  answered: (id: string, openTickets: -1 | 0 | 1, now: number) => db.run(answered, { id, openTickets, now }),
  /** A status changed, with or without an inbox message, or a direct message came. Locks the player. */
  notified: (id: string, openTickets: number, inboxAt: number | null) => db.run(notified, { id, openTickets, inboxAt }),
  /**
   * Locks the player until the end of the transaction, and says whether there is one. What the team and the clock do to
   * tickets begins with it, so that no two of them decide on the same ticket at once.
   */
  lock: async (id: string) => (await db.run(lock, { id })) > 0,
  setBlocked: (id: string, blocked: 0 | 1) => db.one(setBlocked, { id, blocked }),
});
