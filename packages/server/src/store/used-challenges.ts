import type { Executor } from './database.ts';
import { expiringRows, insertNewRow } from './plain-statements.ts';
import { type UsedChallengeRow, usedChallengeTable } from './tables.ts';

const insert = insertNewRow(usedChallengeTable);

const expiring = expiringRows(usedChallengeTable, 'expires_at');

export const usedChallenges = (db: Executor) => ({
  use: async (row: UsedChallengeRow) => (await db.run(insert, row)) > 0,
  ...expiring(db),
});
