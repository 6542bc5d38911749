import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A statement with a table `made`: the keys that a member or key made, and those that they made in turn. */
export function withKeysOf(db: Kysely<Tables>, makerId: string) {
  return db.withRecursive('made(api_key_id)', (cte) =>
    cte
      .selectFrom('api_key')
      .select('api_key.api_key_id')
      .where('api_key.created_by', '=', makerId)
      .union(
        cte
          .selectFrom('api_key')
          .innerJoin('made', 'made.api_key_id', 'api_key.created_by')
          .select('api_key.api_key_id'),
      ),
  );
}
