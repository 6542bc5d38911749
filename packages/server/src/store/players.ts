import type { Executor } from './database.ts';
import { sql, statement } from './statement.ts';
import type { PlayerRow } from './tables.ts';

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

const byId = statement<{ id: string }>()((db, { id }) =>
  db.selectFrom('player').selectAll().where('player_id', '=', id),
);

const session = statement<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('player')
    .select([
      'player_id',
      'project_id',
      'token_hash',
      'token_expires_at',
      'open_tickets',
      'last_message_at',
      'last_inbox_at',
    ])
    .where('player_id', '=', id),
);

/** A player as its token was checked; may be a moment old, so a transaction decides nothing on it. */
export type PlayerSession = Pick<
  PlayerRow,
  'player_id' | 'project_id' | 'token_hash' | 'token_expires_at' | 'open_tickets' | 'last_message_at' | 'last_inbox_at'
>;

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

const setBlocked = statement<{ id: string; blocked: 0 | 1 }>()((db, { id, blocked }) =>
  db.updateTable('player').set({ blocked }).where('player_id', '=', id).returningAll(),
);

export const players = (db: Executor) => ({
  /** Makes the player or refreshes it; its earlier token is void from the commit on. */
  identify: (player: Identified) => db.run(identify, { ...player }),
  byId: (id: string) => db.one(byId, { id }),
  session: (id: string) => db.one(session, { id }),
  /** The player wrote a ticket or reply: counts it and says what the player is like now. Locks the player. */
  wrote: (id: string, openTickets: 0 | 1, context: string | null, now: number) =>
    db.one(wrote, { id, openTickets, context, now }),
  /** The team wrote to the player. Locks the player. */
  answered: (id: string, openTickets: 0 | 1, now: number) => db.run(answered, { id, openTickets, now }),
  /** A status changed, with or without an inbox message, or a direct message came. Locks the player. */
  notified: (id: string, openTickets: number, inboxAt: number | null) => db.run(notified, { id, openTickets, inboxAt }),
  setBlocked: (id: string, blocked: 0 | 1) => db.one(setBlocked, { id, blocked }),
});
