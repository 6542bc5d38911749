import { OperatorError } from '../errors.ts';
import type { Database, Executor } from './database.ts';
import { type Migration, migrations } from './migrations/index.ts';
import { sql } from './statement.ts';

/**
 * Applies the migrations that the database has not had yet, in one transaction, and gives their ids.
 *
 * @throws OperatorError if the database is newer than this program.
 */
export async function migrate(db: Database, known: readonly Migration[] = migrations): Promise<string[]> {
  await db.script('CREATE TABLE IF NOT EXISTS migration (id text PRIMARY KEY)');
  return db.transaction(async (tx) => {
    const rows = await run<{ id: string }>(tx, sql`SELECT id FROM migration`);
    const done = new Set(rows.map((row) => row.id));
    const unknown = [...done].filter((id) => !known.some((migration) => migration.id === id));
    if (unknown.length > 0) {
      throw new OperatorError(
        `the database is newer than this program (it has ${unknown.join(', ')}); update the program`,
      );
    }
    const missing = known.filter(({ id }) => !done.has(id));
    for (const { id, statements } of missing) {
      for (const text of statements(db.dialect)) await run(tx, sql.raw(text));
      await run(tx, sql`INSERT INTO migration (id) VALUES (${id})`);
    }
    return missing.map(({ id }) => id);
  });
}

function run<Row>(tx: Executor, text: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return tx.query((db) => ({ compile: () => text.compile(db) }));
}
