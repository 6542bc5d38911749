import type { Executor } from './database.ts';
import { deleteRows, insertNewRow, selectRows } from './plain-statements.ts';
import { type TeamSettingRow, teamSettingTable } from './tables.ts';

/** Set while members must have a second factor. */
const FACTOR_REQUIRED: TeamSettingRow = { name: 'second_factor_required', value: 'true' };

const set = insertNewRow(teamSettingTable);
const unset = deleteRows(teamSettingTable, 'name');

const byName = selectRows(teamSettingTable, ['name']);

export const teamSettings = (db: Executor) => ({
  isFactorRequired: async () => (await db.one(byName, { name: FACTOR_REQUIRED.name })) !== undefined,
  requireFactor: (isRequired: boolean) =>
    isRequired ? db.run(set, FACTOR_REQUIRED) : db.run(unset, { name: FACTOR_REQUIRED.name }),
});
