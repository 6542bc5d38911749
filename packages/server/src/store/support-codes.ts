import { isCreatedBy, withKeysCreatedBy } from './created-by.ts';
import type { Executor } from './database.ts';
import { expiringRows, insertRow } from './plain-statements.ts';
import { sql, statement } from './statement.ts';
import { type SupportCodeRow, supportCodeTable } from './tables.ts';

const insert = insertRow(supportCodeTable);

const timesSince = statement<{ playerId: string; byTeam: 0 | 1; since: number }>()((db, { playerId, byTeam, since }) =>
  db
    .selectFrom('support_code')
    .select('created_at')
    .where((row) => row.and({ player_id: playerId, by_team: byTeam }))
    .where('created_at', '>', since)
    .orderBy('created_at'),
);

const forget = statement<{ playerId: string; since: number }>()((db, { playerId, since }) =>
  db.deleteFrom('support_code').where('player_id', '=', playerId).where('created_at', '<=', since),
);

/** Not expired, used or cancelled. */
const isUsable = (now: number) => sql<boolean>`expires_at > ${now} AND used_at IS NULL`;

const valid = statement<{ codeHash: string; now: number }>()((db, { codeHash, now }) =>
  db
    .selectFrom('support_code')
    .select(['player_id', 'created_by'])
    .where('code_hash', '=', codeHash)
    .where(isUsable(now)),
);

const useBy = (column: 'code_hash' | 'player_id') =>
  statement<{ value: string; now: number }>()((db, { value, now }) =>
    db.updateTable('support_code').set({ used_at: now }).where(column, '=', value).where(isUsable(now)),
  );
const use = useBy('code_hash');
const cancel = useBy('player_id');

const cancelCreatedBy = statement<{ creatorId: string; now: number }>()((db, { creatorId, now }) =>
  withKeysCreatedBy(db, creatorId)
    .updateTable('support_code')
    .set({ used_at: now })
    .where(isCreatedBy(creatorId))
    .where(isUsable(now)),
);

const expiring = expiringRows(supportCodeTable, 'created_at');

export const supportCodes = (db: Executor) => ({
  add: (row: SupportCodeRow) => db.run(insert, row),
  /** Oldest first. Deletes codes up to `since`. Lock the player before. */
  async timesSince(playerId: string, byTeam: boolean, since: number): Promise<number[]> {
    await db.run(forget, { playerId, since });
    const rows = await db.all(timesSince, { playerId, byTeam: byTeam ? 1 : 0, since } as const);
    return rows.map(({ created_at }) => created_at);
  },
  valid: (codeHash: string, now: number) => db.one(valid, { codeHash, now }),
  /** False: used meanwhile, or expired. */
  use: async (codeHash: string, now: number) => (await db.run(use, { value: codeHash, now })) > 0,
  /** Ends a player's codes that can still be used. */
  cancel: (playerId: string, now: number) => db.run(cancel, { value: playerId, now }),
  /** Also of the keys that the creator created. */
  cancelCreatedBy: (creatorId: string, now: number) => db.run(cancelCreatedBy, { creatorId, now }),
  ...expiring(db),
});
