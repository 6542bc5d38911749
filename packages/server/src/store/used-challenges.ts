import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type UsedChallengeRow, usedChallengeTable } from './tables.ts';

const insert = statement<UsedChallengeRow>()((db, row) =>
  db
    .insertInto('used_challenge')
    .values(rowValues(usedChallengeTable, row))
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing()),
);

const anyExpired = statement<{ now: number }>()((db, { now }) =>
  db.selectFrom('used_challenge').select('challenge_hash').where('expires_at', '<=', now).limit(1),
);

const prune = statement<{ now: number; limit: number }>()((db, { now, limit }) =>
  db
    .deleteFrom('used_challenge')
    .where('challenge_hash', 'in', (eb) =>
      eb.selectFrom('used_challenge').select('challenge_hash').where('expires_at', '<=', now).limit(limit),
    ),
);

/** Challenges of passkeys that were answered. */
export const usedChallenges = (db: Executor) => ({
  /** False if it was answered before. */
  use: async (row: UsedChallengeRow) => (await db.run(insert, row)) > 0,
  anyExpired: async (now: number) => (await db.one(anyExpired, { now })) !== undefined,
  /** Deletes at most `limit` that have expired. Returns how many. */
  prune: (now: number, limit: number) => db.run(prune, { now, limit }),
});
