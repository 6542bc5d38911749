import { MAX_INSTALLATIONS } from '@player-support/contract/limits';
import type { Executor } from './database.ts';
import { insertNewRow, selectRows } from './plain-statements.ts';
import { readSession, sessionRead, type UncheckedCaller } from './player-reads.ts';
import { isPostgres, quickRead, sql, statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type PlayerRow, playerTable } from './tables.ts';

/** `keepUserId`, `keepSessionId`: 1 keeps the stored value. */
export type IdentifyFields = {
  playerId: string;
  projectId: string;
  tokenHash: string;
  tokenExpiresAt: number;
  userId: string | null;
  keepUserId: 0 | 1;
  sessionId: string | null;
  keepSessionId: 0 | 1;
  /** JSON. Null keeps the stored context. */
  context: string | null;
  now: number;
};

const identify = statement<PlayerRow & { keepUserId: 0 | 1; keepSessionId: 0 | 1 }>()((db, player) =>
  db
    .insertInto('player')
    .values(rowValues(playerTable, player))
    .onConflict((conflict) =>
      conflict.column('player_id').doUpdateSet({
        token_hash: sql`CASE WHEN player.account_id IS NULL THEN excluded.token_hash ELSE player.token_hash END`,
        token_expires_at: sql`excluded.token_expires_at`,
        user_id: sql`CASE WHEN ${player.keepUserId} = 1 THEN player.user_id ELSE excluded.user_id END`,
        session_id: sql`CASE WHEN ${player.keepSessionId} = 1 THEN player.session_id ELSE excluded.session_id END`,
        context: sql`COALESCE(excluded.context, player.context)`,
        last_seen_at: sql`excluded.last_seen_at`,
      }),
    ),
);

const refresh = statement<IdentifyFields>()((db, player) =>
  db
    .updateTable('player')
    .set({
      // A linked installation has no own token and user id.
      token_hash: sql`CASE WHEN account_id IS NULL THEN ${player.tokenHash} ELSE token_hash END`,
      token_expires_at: player.tokenExpiresAt,
      user_id: sql`CASE WHEN ${player.keepUserId} = 1 OR account_id IS NOT NULL THEN user_id ELSE ${player.userId} END`,
      session_id: sql`CASE WHEN ${player.keepSessionId} = 1 THEN session_id ELSE ${player.sessionId} END`,
      context: sql`COALESCE(${player.context}, context)`,
      last_seen_at: player.now,
    })
    .where('player_id', '=', player.playerId)
    .returning('account_id'),
);

const byId = selectRows(playerTable, ['player_id']);

const session = sessionRead<UncheckedCaller>(quickRead)((session) => session);

const lockedById = statement<{ id: string }>()((db, { id }) => {
  const player = db.selectFrom('player').select(playerTable.columns).where('player_id', '=', id);
  return isPostgres(db) ? player.forNoKeyUpdate() : player;
});

/** Players with one user id that are read to find the last seen. */
const MAX_EXAMINED = 1000;

// Any player can claim any user id, so the cost must not grow with the players.
const installations = statement<{ id: string; projectId: string; userId: string }>()((db, { id, projectId, userId }) =>
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

type Reply = {
  readonly playerId: string;
  readonly now: number;
};

type NewTicket = Reply & {
  readonly openTicketsChange: number;
  /** JSON. Null keeps the stored context. */
  readonly context: string | null;
};

const recordMessage = statement<NewTicket>()((db, player) =>
  db
    .updateTable('player')
    .set({
      open_tickets: sql`open_tickets + ${player.openTicketsChange}`,
      context: sql`COALESCE(${player.context}, context)`,
      last_message_at: player.now,
      last_seen_at: player.now,
    })
    .where('player_id', '=', player.playerId)
    .returning(['blocked', 'open_tickets', 'context', 'account_id', 'token_hash']),
);

type TeamReply = Reply & { readonly openTicketsChange: number };

const recordTeamReply = statement<TeamReply>()((db, reply) =>
  db
    .updateTable('player')
    .set({
      open_tickets: sql`open_tickets + ${reply.openTicketsChange}`,
      last_message_at: reply.now,
      last_inbox_at: reply.now,
    })
    .where('player_id', '=', reply.playerId)
    .returning(['blocked', 'open_tickets', 'context']),
);

type OpenTicketsChange = {
  readonly playerId: string;
  /** The change of the number of open tickets. */
  readonly by: number;
  /** Of the inbox message about the change. Null: none. */
  readonly inboxAt: number | null;
};

const changeOpenTickets = statement<OpenTicketsChange>()((db, change) =>
  db
    .updateTable('player')
    .set({
      open_tickets: sql`open_tickets + ${change.by}`,
      last_inbox_at: sql`COALESCE(${change.inboxAt}, last_inbox_at)`,
    })
    .where('player_id', '=', change.playerId),
);

const createAccount = insertNewRow(playerTable);

type NewAccount = {
  readonly accountId: string;
  readonly projectId: string;
  /** The studio's id of the account. */
  readonly subject: string;
  readonly now: number;
};

// Tickets and inbox messages are moved before. No token has an empty hash.
const link = statement<{ installationId: string; accountId: string }>()((db, { installationId, accountId }) =>
  db
    .updateTable('player')
    .set({
      account_id: accountId,
      token_hash: sql`''`,
      user_id: sql`NULL`,
    })
    .where('player_id', '=', installationId),
);

type NewToken = { installationId: string; tokenHash: string; tokenExpiresAt: number };
type Unlinked = NewToken & { blocked: 0 | 1 };

const unlink = statement<Unlinked>()((db, { installationId, tokenHash, tokenExpiresAt, blocked }) =>
  db
    .updateTable('player')
    .set({
      account_id: sql`NULL`,
      token_hash: tokenHash,
      token_expires_at: tokenExpiresAt,
      session_id: sql`NULL`,
      blocked,
    })
    .where('player_id', '=', installationId),
);

const setToken = statement<NewToken & { formerHash: string }>()(
  (db, { installationId, tokenHash, tokenExpiresAt, formerHash }) =>
    db
      .updateTable('player')
      .set({ token_hash: tokenHash, token_expires_at: tokenExpiresAt })
      .where('player_id', '=', installationId)
      .where('account_id', 'is', null)
      .where('token_hash', '=', formerHash),
);

type AccountFields = Pick<IdentifyFields, 'sessionId' | 'keepSessionId' | 'context' | 'now'> & { accountId: string };

const refreshAccount = statement<AccountFields>()((db, fields) =>
  db
    .updateTable('player')
    .set({
      session_id: sql`CASE WHEN ${fields.keepSessionId} = 1 THEN session_id ELSE ${fields.sessionId} END`,
      context: sql`COALESCE(${fields.context}, context)`,
      last_seen_at: fields.now,
    })
    .where('player_id', '=', fields.accountId),
);

const lock = statement<{ id: string }>()((db, { id }) => {
  const player = db.selectFrom('player').select('blocked').where('player_id', '=', id);
  return isPostgres(db) ? player.forNoKeyUpdate() : player;
});

const setBlocked = statement<{ id: string; blocked: 0 | 1 }>()((db, { id, blocked }) =>
  db.updateTable('player').set({ blocked }).where('player_id', '=', id).returning(playerTable.columns),
);

export const players = (db: Executor) => ({
  /** Ends the earlier token. A linked installation gets no token. Undefined: no such player. */
  async refresh(player: IdentifyFields): Promise<Pick<PlayerRow, 'account_id'> | undefined> {
    // In an embedded engine this read is cheap, and can save a useless write.
    if (db.embedded && (await readSession(db, session, { id: player.playerId, tokenHash: '' })) === undefined)
      return undefined;
    return db.one(refresh, player);
  },
  /** Ends the earlier token. */
  identify: ({ keepUserId, keepSessionId, ...player }: IdentifyFields) =>
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
      account_id: null,
      keepUserId,
      keepSessionId,
    }),
  byId: (id: string) => db.one(byId, { player_id: id }),
  /** Locks until the end of the transaction. */
  lockedById: (id: string) => db.one(lockedById, { id }),
  /** Creates an account if there is none. */
  createAccount: ({ accountId, projectId, subject, now }: NewAccount) =>
    db.run(createAccount, {
      player_id: accountId,
      project_id: projectId,
      // Only its installations have tokens.
      token_hash: '',
      token_expires_at: 0,
      user_id: subject,
      session_id: null,
      context: null,
      blocked: 0,
      open_tickets: 0,
      last_message_at: null,
      last_inbox_at: null,
      created_at: now,
      last_seen_at: now,
      account_id: null,
    }),
  /** Ends the installation's token. Move everything it had first. */
  link: (installationId: string, accountId: string) => db.run(link, { installationId, accountId }),
  unlink: ({ installationId, tokenHash, tokenExpiresAt, blocked }: Unlinked) =>
    db.run(unlink, { installationId, tokenHash, tokenExpiresAt, blocked }),
  /** False: another token, or linked to an account. */
  replaceToken: async (formerHash: string, { installationId, tokenHash, tokenExpiresAt }: NewToken) =>
    (await db.run(setToken, { installationId, tokenHash, tokenExpiresAt, formerHash })) > 0,
  refreshAccount: ({ accountId, sessionId, keepSessionId, context, now }: AccountFields) =>
    db.run(refreshAccount, { accountId, sessionId, keepSessionId, context, now }),
  /** Other players with the same user id, last seen first. */
  installations: async ({ player_id: id, project_id: projectId, user_id: userId }: PlayerRow): Promise<PlayerRow[]> =>
    userId === null ? [] : db.all(installations, { id, projectId, userId }),
  session: ({ id, tokenHash }: UncheckedCaller) => readSession(db, session, { id, tokenHash }),
  /** The player created a ticket. Locks the player, and returns the new values. */
  recordTicket: ({ playerId, openTicketsChange, context, now }: NewTicket) =>
    db.one(recordMessage, { playerId, openTicketsChange, context, now }),
  /** The player wrote a reply. Locks the player, and returns the new values. */
  recordReply: ({ playerId, now }: Reply) =>
    db.one(recordMessage, { playerId, openTicketsChange: 0, context: null, now }),
  /** Records that the team created a ticket. Locks the player, and returns its new values. */
  recordTeamTicket: ({ playerId, openTicketsChange, now }: TeamReply) =>
    db.one(recordTeamReply, { playerId, openTicketsChange, now }),
  /** Records that the team wrote in a ticket. Locks the player. */
  recordTeamReply: ({ playerId, openTicketsChange, now }: TeamReply) =>
    db.send(recordTeamReply, { playerId, openTicketsChange, now }),
  /** The status of tickets changed. Locks the player. */
  changeOpenTickets: ({ playerId, by, inboxAt }: OpenTicketsChange) =>
    db.send(changeOpenTickets, { playerId, by, inboxAt }),
  /** The inbox got a message without a ticket. Locks the player. */
  recordInboxMessage: ({ playerId, now }: Reply) => db.send(changeOpenTickets, { playerId, by: 0, inboxAt: now }),
  /**
   * Locks the player until the end of the transaction, if there is one. Members and jobs lock the
   * player before they change a ticket, so that no two changes overlap.
   */
  lock: (id: string) => db.send(lock, { id }),
  /** Locks the player. */
  lockAndRead: (id: string) => db.one(lock, { id }),
  /** Undefined: no such player. */
  setBlocked: (id: string, blocked: boolean) => db.one(setBlocked, { id, blocked: blocked ? 1 : 0 } as const),
});
