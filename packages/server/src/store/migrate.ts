import { OperatorError } from '../operator-error.ts';
import type { Database, Executor } from './database.ts';
import { type Migration, migrations } from './migrations/index.ts';
import { sql } from './statement.ts';

const COPY = 'unfinished copy of';

/**
 * What stands among the migrations while a database is copied here from another of that name. No program, not even an
 * older one, serves a database that has something there that it does not know.
 */
export const copyMark = (source: string) => `${COPY} ${source}`;

/**
 * Applies the migrations that the database has not had yet, in one transaction, and gives their ids.
 *
 * @throws OperatorError if the database is newer than this program.
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
 * How far a database is, without changing its tables, and whether it bears the mark, if one is given.
 *
 * @throws OperatorError if it is newer than this program, or bears any other mark of a copy
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

/** Makes the table that says what was applied. Of programs that start at once one goes on, the others wait for it. */
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
  const mark = unknown.find((id) => id.startsWith(COPY));
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

/** Runs SQL that is no statement of a store. */
export function run<Row>(tx: Executor, text: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return tx.query((db) => ({ compile: () => text.compile(db) }));
}
