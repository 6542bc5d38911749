import { MAX_FOUND_PLAYERS, MAX_INSTALLATIONS } from '@player-support/contract/limits';
import type { Executor } from './database.ts';
import { insertNewRow, lockRows, selectRows, updateRows } from './plain-statements.ts';
import { readSession, sessionRead, type UncheckedCaller } from './player-reads.ts';
import { type Range, rangeConditions, readRanges } from './ranges.ts';
import { isPostgres, type Params, quickRead, sql, statement, statementShapes, textsInJson } from './statement.ts';
import { rowValues } from './table.ts';
import { type PlayerRow, playerTable } from './tables.ts';

/** Without a token. No token has an empty hash. */
const NEW_PLAYER = {
  token_hash: '',
  token_expires_at: 0,
  user_id: null,
  session_id: null,
  context: null,
  blocked: 0,
  open_tickets: 0,
  last_message_at: null,
  last_inbox_at: null,
  account_id: null,
} as const satisfies Partial<PlayerRow>;

/** What each identify says. 1 keeps the stored session id, and null the stored context. */
type Said = Pick<PlayerRow, 'player_id' | 'session_id' | 'context' | 'last_seen_at'> & { keepSessionId: 0 | 1 };

/** `keepUserId`: 1 keeps the stored user id. */
export type IdentifyFields = Said &
  Pick<PlayerRow, 'project_id' | 'token_hash' | 'token_expires_at' | 'user_id'> & { keepUserId: 0 | 1 };

const identify = statement<PlayerRow & IdentifyFields>()((db, player) =>
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

const said = ({ keepSessionId, session_id, context, last_seen_at }: Said) => ({
  session_id: sql<string | null>`CASE WHEN ${keepSessionId} = 1 THEN session_id ELSE ${session_id} END`,
  context: sql<string | null>`COALESCE(${context}, context)`,
  last_seen_at,
});

const refresh = statement<IdentifyFields>()((db, player) =>
  db
    .updateTable('player')
    .set({
      // A linked installation has no own token and user id.
      token_hash: sql`CASE WHEN account_id IS NULL THEN ${player.token_hash} ELSE token_hash END`,
      token_expires_at: player.token_expires_at,
      user_id: sql`CASE WHEN ${player.keepUserId} = 1 OR account_id IS NOT NULL THEN user_id ELSE ${player.user_id} END`,
      ...said(player),
    })
    .where('player_id', '=', player.player_id)
    .returning('account_id'),
);

const refreshAccount = statement<Said>()((db, account) =>
  db.updateTable('player').set(said(account)).where('player_id', '=', account.player_id),
);

const byId = selectRows(playerTable, ['player_id']);
const lock = lockRows(playerTable, 'player_id');
const session = sessionRead<UncheckedCaller>(quickRead)((session) => session);

const byIds = statement<{ ids: string }>()((db, { ids }) =>
  db.selectFrom('player').select(playerTable.columns).where('player_id', 'in', textsInJson(db, ids)),
);

// Any player can claim any user id, so each project gives the first of its range only.
const claiming = statementShapes<Params, PlayerRow>((db, params) =>
  rangeConditions(db, params)
    .map(({ condition }) => {
      const players = db
        .selectFrom('player')
        .select(playerTable.columns)
        .where(condition)
        .where(sql<boolean>`user_id = ${params.userId}`)
        .orderBy('player_id');
      return db.selectFrom(players.limit(sql.lit(MAX_FOUND_PLAYERS)).as('claiming')).select(playerTable.columns);
    })
    .reduce((union, one) => union.unionAll(one)),
);

/** Players with one user id that are read to find the last seen. */
const MAX_EXAMINED = 1000;

// Any player can claim any user id, so the cost must not grow with the players.
const installations = statement<Pick<PlayerRow, 'player_id' | 'project_id' | 'user_id'>>()((db, player) =>
  db
    .selectFrom(
      db
        .selectFrom('player')
        .select(playerTable.columns)
        .where('project_id', '=', player.project_id)
        .where('user_id', '=', player.user_id)
        .where('player_id', '<>', player.player_id)
        .orderBy('player_id')
        .limit(sql.lit(MAX_EXAMINED))
        .as('installation'),
    )
    .select(playerTable.columns)
    .orderBy('last_seen_at', 'desc')
    .orderBy('player_id')
    .limit(sql.lit(MAX_INSTALLATIONS)),
);

type Reply = { readonly playerId: string; readonly now: number };
/** `inboxAt`: of the inbox message about it. */
type TeamReply = Reply & { readonly openTicketsChange: number; readonly inboxAt: number };
/** `context`: JSON. Null keeps the stored one. */
type NewTicket = Reply & { readonly openTicketsChange: number } & Pick<PlayerRow, 'context'>;

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

const recordTeamReply = statement<TeamReply>()((db, reply) =>
  db
    .updateTable('player')
    .set({
      open_tickets: sql`open_tickets + ${reply.openTicketsChange}`,
      last_message_at: reply.now,
      last_inbox_at: reply.inboxAt,
    })
    .where('player_id', '=', reply.playerId)
    .returning(['blocked', 'open_tickets', 'context']),
);

/** `inboxAt`: of the inbox message about the change. Null: none. */
type OpenTicketsChange = { readonly playerId: string; readonly by: number; readonly inboxAt: number | null };

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

type Token = Pick<PlayerRow, 'player_id' | 'token_hash' | 'token_expires_at'>;

const link = updateRows(playerTable, ['player_id'], ['account_id', 'token_hash', 'user_id']);

const unlink = updateRows(
  playerTable,
  ['player_id'],
  ['account_id', 'token_hash', 'token_expires_at', 'session_id', 'blocked'],
);

const setToken = statement<Token & { formerHash: string }>()((db, token) =>
  db
    .updateTable('player')
    .set({ token_hash: token.token_hash, token_expires_at: token.token_expires_at })
    .where('player_id', '=', token.player_id)
    .where('account_id', 'is', null)
    .where('token_hash', '=', token.formerHash),
);

const lockBlocked = statement<{ id: string }>()((db, { id }) => {
  const player = db.selectFrom('player').select(['blocked', 'last_inbox_at']).where('player_id', '=', id);
  return isPostgres(db) ? player.forNoKeyUpdate() : player;
});

const setBlocked = statement<{ id: string; blocked: 0 | 1 }>()((db, { id, blocked }) =>
  db.updateTable('player').set({ blocked }).where('player_id', '=', id).returning(playerTable.columns),
);

export const players = (db: Executor) => ({
  /** Ends the earlier token. A linked installation gets no token. Undefined: no such player. */
  async refresh(player: IdentifyFields): Promise<Pick<PlayerRow, 'account_id'> | undefined> {
    // In an embedded engine this read is cheap, and can save a useless write.
    if (db.embedded && (await readSession(db, session, { id: player.player_id, tokenHash: '' })) === undefined)
      return undefined;
    return db.one(refresh, player);
  },
  /** Ends the earlier token. */
  identify: (player: IdentifyFields) => db.run(identify, { ...NEW_PLAYER, ...player, created_at: player.last_seen_at }),
  byId: (id: string) => db.one(byId, { player_id: id }),
  /** In any order. */
  byIds: (ids: readonly string[]) => db.all(byIds, { ids: JSON.stringify(ids) }),
  /** Finds at most MAX_FOUND_PLAYERS of each project that claim this user id, in any order. */
  byUserId: (projectIds: readonly string[], userId: string): Promise<PlayerRow[]> =>
    readRanges(
      projectIds.map((projectId): Range => ({ projectId })),
      (inRanges) => claiming(db, { ...inRanges, userId }, {}),
    ),
  /** Locks until the end of the transaction. */
  lock: (id: string) => db.one(lock, { player_id: id }),
  /** Creates the account if it does not exist. `user_id`: the id that the studio gave it. */
  createAccount: (account: Pick<PlayerRow, 'player_id' | 'project_id' | 'user_id' | 'created_at'>) =>
    db.run(createAccount, { ...NEW_PLAYER, ...account, last_seen_at: account.created_at }),
  /** Ends the installation's token. Move everything it had first. */
  link: (installationId: string, accountId: string) =>
    db.run(link, { player_id: installationId, account_id: accountId, token_hash: '', user_id: null }),
  unlink: (installation: Token & Pick<PlayerRow, 'blocked'>) =>
    db.run(unlink, { ...installation, account_id: null, session_id: null }),
  /** False: another token, or linked to an account. */
  replaceToken: async (formerHash: string, token: Token) => (await db.run(setToken, { ...token, formerHash })) > 0,
  refreshAccount: (account: Said) => db.run(refreshAccount, account),
  /** Other players with the same user id, last seen first. */
  installations: async (player: PlayerRow): Promise<PlayerRow[]> =>
    player.user_id ? db.all(installations, player) : [],
  session: (caller: UncheckedCaller) => readSession(db, session, caller),
  /** Locks the player, and returns the new values. */
  recordTicket: (ticket: NewTicket) => db.one(recordMessage, ticket),
  /** Locks the player, and returns the new values. */
  recordReply: (reply: Reply) => db.one(recordMessage, { ...reply, openTicketsChange: 0, context: null }),
  /** Locks the player, and returns the new values. */
  recordTeamTicket: (reply: TeamReply) => db.one(recordTeamReply, reply),
  /** Locks the player. */
  recordTeamReply: (reply: TeamReply) => db.send(recordTeamReply, reply),
  /** Locks the player. */
  changeOpenTickets: (change: OpenTicketsChange) => db.send(changeOpenTickets, change),
  /** The inbox got a message without a ticket. Locks the player. */
  recordInboxMessage: (playerId: string, inboxAt: number) => db.send(changeOpenTickets, { playerId, by: 0, inboxAt }),
  /**
   * Locks the player until the end of the transaction, if there is one. Members and jobs lock the
   * player before they change a ticket, so that no two changes overlap.
   */
  lockOnly: (id: string) => db.send(lockBlocked, { id }),
  /** Locks the player, and reads `blocked` and `last_inbox_at`. */
  lockBlocked: (id: string) => db.one(lockBlocked, { id }),
  /** Undefined: no such player. */
  setBlocked: (id: string, blocked: boolean) => db.one(setBlocked, { id, blocked: blocked ? 1 : 0 } as const),
});
