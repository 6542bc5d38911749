import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type TeamSettingRow, teamSettingTable } from './tables.ts';

/** Set while members must have a second factor. */
const FACTOR_REQUIRED: TeamSettingRow = { name: 'second_factor_required', value: 'true' };

const set = statement<TeamSettingRow>()((db, row) =>
  db
    .insertInto('team_setting')
    .values(rowValues(teamSettingTable, row))
    .onConflict((conflict) => conflict.column('name').doNothing()),
);

const unset = statement<{ name: TeamSettingRow['name'] }>()((db, { name }) =>
  db.deleteFrom('team_setting').where('name', '=', name),
);

const isSet = statement<{ name: TeamSettingRow['name'] }>()((db, { name }) =>
  db.selectFrom('team_setting').select('value').where('name', '=', name),
);

/** Settings of the whole team. */
export const teamSettings = (db: Executor) => ({
  isFactorRequired: async () => (await db.one(isSet, { name: FACTOR_REQUIRED.name })) !== undefined,
  requireFactor: (isRequired: boolean) =>
    isRequired ? db.run(set, FACTOR_REQUIRED) : db.run(unset, { name: FACTOR_REQUIRED.name }),
});
