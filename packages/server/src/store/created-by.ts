import type { Kysely } from 'kysely';
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
