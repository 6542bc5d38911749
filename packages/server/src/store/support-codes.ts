import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type SupportCodeRow, supportCodeTable } from './tables.ts';

const insert = statement<SupportCodeRow>()((db, row) =>
  db.insertInto('support_code').values(rowValues(supportCodeTable, row)),
);

const timesSince = statement<{ playerId: string; since: number }>()((db, { playerId, since }) =>
  db
    .selectFrom('support_code')
    .select('created_at')
    .where('player_id', '=', playerId)
    .where('created_at', '>', since)
    .orderBy('created_at'),
);

const forget = statement<{ playerId: string; since: number }>()((db, { playerId, since }) =>
  db.deleteFrom('support_code').where('player_id', '=', playerId).where('created_at', '<=', since),
);

const valid = statement<{ codeHash: string; now: number }>()((db, { codeHash, now }) =>
  db
    .selectFrom('support_code')
    .select(['player_id'])
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null),
);

const use = statement<{ codeHash: string; now: number }>()((db, { codeHash, now }) =>
  db
    .updateTable('support_code')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null),
);

/** Codes that move the tickets of an installation. They are stored as hashes. */
export const supportCodes = (db: Executor) => ({
  add: (row: SupportCodeRow) => db.run(insert, row),
  /**
   * When the codes of a player were made, oldest first. Deletes those that are not newer than
   * `since`. Lock the player before.
   */
  async timesSince(playerId: string, since: number): Promise<number[]> {
    await db.run(forget, { playerId, since });
    return (await db.all(timesSince, { playerId, since })).map(({ created_at }) => created_at);
  },
  /** The player of a code that can still be used. */
  playerOf: async (codeHash: string, now: number) => (await db.one(valid, { codeHash, now }))?.player_id,
  /** False if the code was used meanwhile, or has expired. */
  use: async (codeHash: string, now: number) => (await db.run(use, { codeHash, now })) > 0,
});
