import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import { API_KEY_COLUMNS, type ApiKeyRow } from './tables.ts';

/** A key that was neither used, revoked nor suspended yet. */
export type NewApiKeyRow = {
  [Column in keyof Omit<ApiKeyRow, 'revoked_at' | 'last_used_at' | 'suspended_at'>]: ApiKeyRow[Column];
};

const insert = statement<NewApiKeyRow>()((db, row) =>
  db.insertInto('api_key').values({
    api_key_id: row.api_key_id,
    name: row.name,
    key_hash: row.key_hash,
    role: row.role,
    project_ids: row.project_ids,
    created_at: row.created_at,
    created_by: row.created_by,
    expires_at: row.expires_at,
  }),
);

const valid = statement<{ hash: string }>()((db, { hash }) =>
  db.selectFrom('api_key').select(API_KEY_COLUMNS).where('key_hash', '=', hash).where('revoked_at', 'is', null),
);

const byId = statement<{ id: string }>()((db, { id }) =>
  db.selectFrom('api_key').select(API_KEY_COLUMNS).where('api_key_id', '=', id),
);

const list = statement<Record<never, never>>()((db) =>
  db.selectFrom('api_key').select(API_KEY_COLUMNS).orderBy('created_at').orderBy('api_key_id'),
);

const revoke = statement<{ id: string; now: number }>()((db, { id, now }) =>
  db.updateTable('api_key').set({ revoked_at: now }).where('api_key_id', '=', id).where('revoked_at', 'is', null),
);

export const apiKeys = (db: Executor) => ({
  insert: (row: NewApiKeyRow) => db.run(insert, { ...row }),
  /** The key with this hash, unless it was revoked. Never cached: a revocation counts at once. */
  valid: (hash: string) => db.one(valid, { hash }),
  byId: (id: string) => db.one(byId, { id }),
  list: () => db.all(list, {}),
  /** Whether there was such a key, not revoked yet. */
  revoke: async (id: string, now: number) => (await db.run(revoke, { id, now })) > 0,
});
