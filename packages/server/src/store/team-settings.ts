import type { Executor } from './database.ts';
import { deleteRows, insertNewRow } from './plain-statements.ts';
import { statement } from './statement.ts';
import { type TeamSettingRow, teamSettingTable } from './tables.ts';

/** Set while members must have a second factor. */
const FACTOR_REQUIRED: TeamSettingRow = { name: 'second_factor_required', value: 'true' };

const set = insertNewRow(teamSettingTable);
const unset = deleteRows(teamSettingTable, 'name');

const isSet = statement<{ name: TeamSettingRow['name'] }>()((db, { name }) =>
  db.selectFrom('team_setting').select('value').where('name', '=', name),
);

export const teamSettings = (db: Executor) => ({
  isFactorRequired: async () => (await db.one(isSet, { name: FACTOR_REQUIRED.name })) !== undefined,
  requireFactor: (isRequired: boolean) =>
    isRequired ? db.run(set, FACTOR_REQUIRED) : db.run(unset, { name: FACTOR_REQUIRED.name }),
});
