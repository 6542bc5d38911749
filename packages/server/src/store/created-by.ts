import { type Kysely, sql } from 'kysely';
import { textsInJson } from './statement.ts';
import type { Tables } from './tables.ts';

/** Adds a CTE `created`: the keys that a member or key created, directly or through others. */
export function withKeysCreatedBy(db: Kysely<Tables>, creatorId: string) {
  return db.withRecursive('created(api_key_id)', (cte) =>
    cte
      .selectFrom('api_key')
      .select('api_key.api_key_id')
      .where('api_key.created_by', '=', creatorId)
      .union(
        cte
          .selectFrom('api_key')
          .innerJoin('created', 'created.api_key_id', 'api_key.created_by')
          .select('api_key.api_key_id'),
      ),
  );
}

/** Or by a key in `created`. */
export const isCreatedBy = (creatorId: string) =>
  sql<boolean>`(created_by = ${creatorId} OR created_by IN (SELECT api_key_id FROM created))`;

/**
 * Finds what an author without access wrote: this one, outside of the projects that it keeps (JSON;
 * null: all), or a key in `created`.
 */
export const isByOneWithoutAccess = (db: Kysely<Tables>, authorId: string, keptProjects: string | null) =>
  sql<boolean>`((author_id = ${authorId} AND CAST(${keptProjects} AS text) IS NOT NULL
      AND project_id NOT IN ${textsInJson(db, keptProjects)})
    OR author_id IN (SELECT api_key_id FROM created))`;
