import type { RawBuilder } from 'kysely';
import type { Executor } from './database.ts';
import { insertRow, lockRows, selectRows, updateRows } from './plain-statements.ts';
import type { RowSecrets } from './secrets/row-secrets.ts';
import { mergedJson, sql, statement } from './statement.ts';
import { type ProjectRow, projectTable } from './tables.ts';

const insert = insertRow(projectTable);
const byId = selectRows(projectTable, ['project_id']);
const byPublicKey = selectRows(projectTable, ['public_key']);
const list = selectRows(projectTable, [], ['created_at', 'project_id']);

const KEPT = ['name', 'status', 'auto_close_days', 'ticket_types', 'storm_mode'] as const;
/** JSON: only what changes in the stored one. */
const MERGED = ['limits', 'response_targets'] as const;
type Changed = (typeof KEPT | typeof MERGED)[number];

/** Null keeps the stored value. */
export type ProjectChange = { [Name in Changed]: ProjectRow[Name] | null } & { project_id: string; now: number };

const changedMode = ({ storm_mode }: ProjectChange, kept: RawBuilder<unknown>, changed: RawBuilder<unknown>) =>
  sql<number | null>`CASE WHEN COALESCE(${storm_mode}, storm_mode, 'automatic') = COALESCE(storm_mode, 'automatic')
    THEN ${kept} ELSE ${changed} END`;

const valuesOr = <Name extends Changed>(names: readonly Name[], changed: (name: Name) => RawBuilder<unknown>) =>
  Object.fromEntries(names.map((name) => [name, sql`COALESCE(${changed(name)}, ${sql.ref(name)})`]));

const update = statement<ProjectChange>()((db, change) =>
  db
    .updateTable('project')
    .set({
      ...valuesOr(KEPT, (name) => sql`${change[name]}`),
      ...valuesOr(MERGED, (name) => mergedJson(db, name, change[name])),
      // The same mode again does not end a storm.
      holding_since: changedMode(
        change,
        sql`holding_since`,
        sql`CASE WHEN ${change.storm_mode} = 'on' THEN CAST(${change.now} AS bigint) END`,
      ),
      calm_since: changedMode(change, sql`calm_since`, sql`NULL`),
    })
    .where('project_id', '=', change.project_id)
    .returning(projectTable.columns),
);

const lock = lockRows(projectTable, 'project_id');

type PlayerDataSource = Pick<ProjectRow, 'project_id' | 'player_data_url' | 'player_data_secret'>;

const setPlayerData = updateRows(projectTable, ['project_id'], ['player_data_url', 'player_data_secret']);
const setFormVersions = updateRows(projectTable, ['project_id'], ['form_versions']);

export function projects(db: Executor, secrets: RowSecrets) {
  const opened = (row: ProjectRow | undefined) => row && secrets.open(projectTable, row);
  return {
    insert: async (row: ProjectRow) => db.run(insert, secrets.seal(projectTable, row)),
    byId: async (id: string) => opened(await db.one(byId, { project_id: id })),
    byPublicKey: async (publicKey: string) => opened(await db.one(byPublicKey, { public_key: publicKey })),
    list: async () => (await db.all(list, {})).map((row) => secrets.open(projectTable, row)),
    /** Undefined: no such project. */
    update: async (change: ProjectChange) => opened(await db.one(update, change)),
    /** Until the end of the transaction. Undefined: no such project. */
    lock: async (id: string) => opened(await db.one(lock, { project_id: id })),
    /** Lock the project before. */
    setFormVersions: (id: string, versions: ReadonlyMap<string, number>) =>
      db.run(setFormVersions, { project_id: id, form_versions: JSON.stringify([...versions]) }),
    setPlayerData: async (source: PlayerDataSource) => db.run(setPlayerData, secrets.seal(projectTable, source)),
  };
}
