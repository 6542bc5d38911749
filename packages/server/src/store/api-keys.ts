import { withKeysCreatedBy } from './created-by.ts';
import type { Executor } from './database.ts';
import { insertRow, lockRows, selectRows, updateRows } from './plain-statements.ts';
import { quickRead, sql, statement, textsInJson } from './statement.ts';
import { type ApiKeyRow, apiKeyTable } from './tables.ts';

export type NewApiKeyRow = Omit<ApiKeyRow, 'revoked_at' | 'last_used_at' | 'suspended_at'>;

const insert = insertRow(apiKeyTable);

/** Finds who created the first key of its chain, or that key: follows the creators of keys. */
const responsible = (key_hash: string) => sql<{ id: string }>`(
  WITH RECURSIVE maker AS (
    SELECT api_key_id, created_by FROM api_key WHERE key_hash = ${key_hash}
    UNION
    SELECT api_key.api_key_id, api_key.created_by FROM api_key JOIN maker ON maker.created_by = api_key.api_key_id
  )
  SELECT coalesce(created_by, api_key_id) AS id FROM maker
  WHERE created_by IS NULL OR created_by NOT IN (SELECT api_key_id FROM maker)
)`;

const byHash = quickRead<Pick<ApiKeyRow, 'key_hash'>>()((db, { key_hash }) =>
  db
    .selectFrom(['api_key', responsible(key_hash).as('responsible')])
    .leftJoin('member', 'member.member_id', 'responsible.id')
    .select(apiKeyTable.columns.map((column) => `api_key.${column}` as const))
    .select((eb) => [
      'responsible.id as responsible_id',
      eb.fn.coalesce('member.inviter_id', 'responsible.id').as('inviter_id'),
    ])
    .where('key_hash', '=', key_hash),
);

const lock = lockRows(apiKeyTable, 'api_key_id');
const byId = selectRows(apiKeyTable, ['api_key_id']);
const list = selectRows(apiKeyTable, [], ['created_at', 'api_key_id']);

const isUsable = (now: number) =>
  sql<boolean>`revoked_at IS NULL AND suspended_at IS NULL AND coalesce(expires_at > ${now}, true)`;

const accessOf = statement<{ ids: string; now: number }>()((db, { ids, now }) =>
  db
    .selectFrom('api_key')
    .select(['api_key_id as id', 'role', 'project_ids'])
    .where('api_key_id', 'in', textsInJson(db, ids))
    .where(isUsable(now)),
);

const revoke = updateRows(apiKeyTable, ['api_key_id'], ['revoked_at'], { only: { revoked_at: null } });

const keysCreatedBy = statement<{ creatorId: string }>()((db, { creatorId }) =>
  withKeysCreatedBy(db, creatorId).selectFrom('created').select('created.api_key_id'),
);

const countUsable = statement<{ creatorId: string; now: number }>()((db, { creatorId, now }) =>
  withKeysCreatedBy(db, creatorId)
    .selectFrom('api_key')
    .innerJoin('created', 'created.api_key_id', 'api_key.api_key_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isUsable(now)),
);

const suspendCreatedBy = statement<{ creatorId: string; now: number }>()((db, { creatorId, now }) =>
  withKeysCreatedBy(db, creatorId)
    .updateTable('api_key')
    .set({ suspended_at: now })
    .where('api_key_id', 'in', (eb) => eb.selectFrom('created').select('created.api_key_id'))
    .where((eb) => eb.and({ revoked_at: null, suspended_at: null })),
);

const passToCreator = statement<{ id: string }>()((db, { id }) =>
  db
    .updateTable('api_key')
    .set((eb) => ({
      created_by: eb.selectFrom('api_key as creator').select('creator.created_by').where('creator.api_key_id', '=', id),
    }))
    .where('created_by', '=', id)
    .where('suspended_at', 'is not', null),
);

const takeOver = updateRows(apiKeyTable, ['api_key_id'], ['created_by', 'suspended_at']);

const used = statement<{ id: string; at: number }>()((db, { id, at }) =>
  db
    .updateTable('api_key')
    .set({ last_used_at: at })
    .where('api_key_id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)])),
);

export const apiKeys = (db: Executor) => ({
  insert: (row: NewApiKeyRow) => db.run(insert, { ...row, revoked_at: null, last_used_at: null, suspended_at: null }),
  /** Finds a key, also an unusable one. Not cached, so a revoked key stops at once. */
  byHash: (hash: string) => db.one(byHash, { key_hash: hash }),
  lock: (id: string) => db.one(lock, { api_key_id: id }),
  byId: (id: string) => db.one(byId, { api_key_id: id }),
  /** Finds the access of those of these keys that are usable. */
  accessOf: (ids: readonly string[], now: number) => db.all(accessOf, { ids: JSON.stringify(ids), now }),
  list: () => db.all(list, {}),
  revoke: async (id: string, now: number) => (await db.run(revoke, { api_key_id: id, revoked_at: now })) > 0,
  keysCreatedBy: async (creatorId: string) =>
    (await db.all(keysCreatedBy, { creatorId })).map(({ api_key_id }) => api_key_id),
  /** Of `keysCreatedBy`. */
  countUsable: async (creatorId: string, now: number) => (await db.one(countUsable, { creatorId, now }))?.count ?? 0,
  /** Suspends the usable keys of `keysCreatedBy`. Returns how many. */
  suspendCreatedBy: (creatorId: string, now: number) => db.run(suspendCreatedBy, { creatorId, now }),
  /** Suspended keys that this key created pass to its creator. */
  passToCreator: (id: string) => db.run(passToCreator, { id }),
  /** Ends the suspension and makes this member the creator. */
  takeOver: (id: string, memberId: string) =>
    db.run(takeOver, { api_key_id: id, created_by: memberId, suspended_at: null }),
  /** Keeps a later stored use. */
  used: (id: string, at: number) => db.run(used, { id, at }),
});
