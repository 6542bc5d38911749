import { OperatorError } from '../operator-error.ts';
import type { Database, Executor } from './database.ts';
import { type Migration, migrations } from './migrations/index.ts';
import { sql } from './statement.ts';

const COPY_MARK = 'unfinished copy of';

/**
 * An entry in the table of migrations while a database is copied here. A program serves no database
 * with an entry that it does not know, so also an older one does not serve an unfinished copy.
 */
export const copyMark = (source: string) => `${COPY_MARK} ${source}`;

/**
 * Applies the missing migrations in one transaction. Returns their ids.
 *
 * @throws OperatorError if the database is newer than this program
 */
export async function migrate(db: Database, known: readonly Migration[] = migrations): Promise<string[]> {
  return db.transaction(async (tx) => {
    await prepare(db, tx);
    const missing = unapplied(await appliedIds(tx), known);
    for (const { id, statements } of missing) {
      for (const text of statements(db.dialect)) await run(tx, sql.raw(text));
      await run(tx, sql`INSERT INTO migration (id) VALUES (${id})`);
    }
    return missing.map(({ id }) => id);
  });
}

/**
 * Which migrations a database has, and whether it has this mark of a copy.
 *
 * @throws OperatorError if it is newer than this program, or has another mark of a copy
 */
export async function migrationState(
  db: Database,
  mark = '',
): Promise<{ applied: number; pending: string[]; marked: boolean }> {
  const applied = await db.transaction(async (tx) => {
    await prepare(db, tx);
    return appliedIds(tx);
  });
  const marked = applied.delete(mark);
  return { applied: applied.size, pending: unapplied(applied, migrations).map(({ id }) => id), marked };
}

/**
 * Creates the table of migrations. If several programs start at the same time, one goes on and the
 * others wait.
 */
async function prepare({ dialect }: Database, tx: Executor): Promise<void> {
  if (dialect.lockMigrations !== undefined) await run(tx, sql.raw(dialect.lockMigrations));
  await run(tx, sql.raw(`CREATE TABLE IF NOT EXISTS migration (id ${dialect.key} PRIMARY KEY)`));
}

async function appliedIds(db: Executor): Promise<Set<string>> {
  const rows = await run<{ id: string }>(db, sql`SELECT id FROM migration`);
  return new Set(rows.map((row) => row.id));
}

function unapplied(applied: ReadonlySet<string>, known: readonly Migration[]): Migration[] {
  const unknown = [...applied].filter((id) => !known.some((migration) => migration.id === id));
  const mark = unknown.find((id) => id.startsWith(COPY_MARK));
  if (mark !== undefined) {
    throw new OperatorError(
      `the database is the ${mark}; run that copy again to finish it, or begin with an empty one`,
    );
  }
  if (unknown.length > 0) {
    throw new OperatorError(
      `the database is newer than this program (it has ${unknown.join(', ')}); update the program`,
    );
  }
  return known.filter(({ id }) => !applied.has(id));
}

/** Runs SQL that does not belong to a store. */
export function run<Row>(tx: Executor, text: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return tx.query((db) => ({ compile: () => text.compile(db) }));
}
