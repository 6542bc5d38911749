import type { Executor } from './database.ts';
import { deleteRows, saveRow, selectRows } from './plain-statements.ts';
import type { RowSecrets } from './secrets/row-secrets.ts';
import { statement } from './statement.ts';
import { type ProjectIdentityRow, projectIdentityTable } from './tables.ts';

const byId = selectRows(projectIdentityTable, ['project_id']);

const set = saveRow(projectIdentityTable);

const ofOthers = statement<{ id: string; audience: string }>()((db, { id, audience }) =>
  db
    .selectFrom('project_identity')
    .select(projectIdentityTable.columns)
    .where('project_id', '<>', id)
    .where('audience', '=', audience),
);

const KEYS = ['jwks_url', 'public_key', 'secret'] as const;

const remove = deleteRows(projectIdentityTable, 'project_id');

/** How the backends of projects prove who a player is. */
export function projectIdentities(db: Executor, secrets: RowSecrets) {
  return {
    /** Undefined: the project's players cannot be linked. */
    async byId(id: string): Promise<ProjectIdentityRow | undefined> {
      const row = await db.one(byId, { project_id: id });
      return row && secrets.open(projectIdentityTable, row);
    },
    set: async (row: ProjectIdentityRow) => db.run(set, secrets.seal(projectIdentityTable, row)),
    /** Same key, audience and issuer. */
    async sharesTokens(row: ProjectIdentityRow): Promise<boolean> {
      const others = await db.all(ofOthers, { id: row.project_id, audience: row.audience });
      return others
        .map((other) => secrets.open(projectIdentityTable, other))
        .filter((other) => other.issuer === null || row.issuer === null || other.issuer === row.issuer)
        .some((other) => KEYS.some((key) => row[key] !== null && other[key] === row[key]));
    },
    remove: async (id: string) => (await db.run(remove, { project_id: id })) > 0,
  };
}
