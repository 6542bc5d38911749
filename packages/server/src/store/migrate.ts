import { OperatorError } from '../operator-error.ts';
import type { Database, Executor } from './database.ts';
import { type Migration, migrations } from './migrations/index.ts';
import { Statement, sql } from './statement.ts';

const COPY_MARK = 'unfinished copy of';
/** The last commit that has each migration between 0.1.0 and 0.2.0 by itself. */
const LAST_UNFOLDED = '5f82b128';

/**
 * An entry of the migrations while a copy is unfinished. Servers, also older ones, do not start on
 * a database with an unknown entry.
 */
export const copyMark = (source: string) => `${COPY_MARK} ${source}`;

/**
 * Applies the missing migrations in one transaction. Returns their ids.
 *
 * @throws OperatorError if the database is newer than this program, or from between two releases
 */
export async function migrate(db: Database, available: readonly Migration[] = migrations): Promise<string[]> {
  return db.transaction(async (tx) => {
    await prepare(db, tx);
    const missing = unapplied(await appliedIds(tx), available);
    for (const { id, statements } of missing) {
      for (const text of statements(db.dialect)) await run(tx, sql.raw(text));
      await run(tx, sql`INSERT INTO migration (id) VALUES (${id})`);
    }
    return missing.map(({ id }) => id);
  });
}

/**
 * Returns how many migrations a database has, which are missing, and whether it has this copy mark.
 *
 * @throws OperatorError if it is newer, from between two releases, or has another copy mark
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

/** Programs that start at once wait for the first. */
async function prepare({ dialect }: Database, tx: Executor): Promise<void> {
  if (dialect.lockMigrations !== undefined) await run(tx, sql.raw(dialect.lockMigrations));
  await run(tx, sql.raw(`CREATE TABLE IF NOT EXISTS migration (id ${dialect.key} PRIMARY KEY)`));
}

async function appliedIds(db: Executor): Promise<Set<string>> {
  const rows = await run<{ id: string }>(db, sql`SELECT id FROM migration`);
  return new Set(rows.map((row) => row.id));
}

function unapplied(applied: ReadonlySet<string>, available: readonly Migration[]): Migration[] {
  const unknown = [...applied].filter((id) => !available.some((migration) => migration.id === id));
  const mark = unknown.find((id) => id.startsWith(COPY_MARK));
  if (mark !== undefined) {
    throw new OperatorError(`the database is the ${mark}; run that copy again to finish it, or use an empty database`);
  }
  const applies = new Set([...applied].map(numberOf));
  const missing = available.filter(({ id }) => !applies.has(numberOf(id)));
  // One that this program has no longer was folded into the next one with at least its number.
  const foldOf = (id: string) => available.find((migration) => numberOf(migration.id) >= numberOf(id));
  const newer = unknown.filter((id) => foldOf(id) === undefined);
  if (newer.length > 0) {
    throw new OperatorError(`the database is newer than this program (it has ${newer.join(', ')}); update the program`);
  }
  const between = unknown.filter((id) => missing.some((migration) => migration === foldOf(id)));
  if (between.length > 0) {
    throw new OperatorError(
      `the database is from between two releases (its last migration is ${between.sort().at(-1)}); run migrate of ` +
        `commit ${LAST_UNFOLDED} first, or restore a backup of a release`,
    );
  }
  return missing;
}

/** The number with which the id of a migration begins. */
const numberOf = (id: string) => Number.parseInt(id, 10);

/** SQL text that is not a statement of a store. PostgreSQL does not keep it prepared. */
export function run<Row>(tx: Executor, text: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return tx.all(new Statement((db) => ({ compile: () => text.compile(db) }), 'unprepared'), {});
}
