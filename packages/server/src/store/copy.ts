import { createHash } from 'node:crypto';
import { OperatorError } from '../operator-error.ts';
import type { Database, Executor } from './database.ts';
import { copyMark, migrate, migrationState, run } from './migrate.ts';
import { type Key, PagedTable, type Row } from './paged-table.ts';
import { sql, statement } from './statement.ts';
import { TABLES, type Tables } from './tables.ts';

export interface Progress {
  readonly step: 'copy' | 'verify';
  readonly table: keyof Tables;
  /** Copied or verified by this run. */
  readonly rows: number;
  /** The last row's primary key. Undefined: the table is complete. */
  readonly key?: Key;
}

export interface TableContents {
  readonly rows: number;
  /** SHA-256 over all rows in key order. */
  readonly checksum: string;
}

export interface TableComparison {
  readonly table: keyof Tables;
  readonly from: TableContents;
  readonly to: TableContents;
}

const PAGED_TABLES = TABLES.map((table) => new PagedTable(table));

/**
 * Copies to an empty database, or continues an unfinished copy, and compares both. Until that
 * succeeds, the target's mark keeps servers from starting on it. Throws OperatorError if a copy is
 * not allowed.
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  report: (progress: Progress) => void,
  copyFiles: (source: Executor) => Promise<void> = async () => {},
): Promise<TableComparison[]> {
  const { pending } = await migrationState(from);
  if (pending.length > 0)
    throw new OperatorError('the source is older than this program, or empty; run the command migrate');
  // It stays open to the end: its locks stop other writers.
  return from.transaction(async (source) => {
    if (!(await source.tryLock('copy'))) throw new OperatorError('another copy of this database is running');
    const { lockOutWriters } = from.dialect;
    if (lockOutWriters !== undefined) await run(source, sql.raw(lockOutWriters(TABLES.map(({ name }) => name))));
    const mark = copyMark(await databaseId(source));
    await prepareTarget(to, mark);
    await copyFiles(source);
    for (const table of PAGED_TABLES) await copyTable(table, source, to, report);
    const verified: TableComparison[] = [];
    for (const table of PAGED_TABLES) verified.push(await verify(table, source, to, report));
    if (verified.every(isSame)) {
      await to.transaction((tx) => run(tx, sql`DELETE FROM migration WHERE id = ${mark}`));
    }
    return verified;
  });
}

export function isSame({ from, to }: TableComparison): boolean {
  return from.rows === to.rows && from.checksum === to.checksum;
}

const oldestProject = statement<Record<never, never>>()((db) =>
  db.selectFrom('project').select('project_id').orderBy('project_id').limit(1),
);

/** The oldest project's id identifies a database: random and never deleted. */
async function databaseId(db: Executor): Promise<string> {
  const project = await db.one(oldestProject, {});
  if (project === undefined) throw new OperatorError('the source has no project; there is nothing to copy');
  return project.project_id;
}

async function prepareTarget(to: Database, mark: string): Promise<void> {
  const { applied, pending, marked } = await migrationState(to, mark);
  if (pending.length > 0 && (applied > 0 || marked)) {
    throw new OperatorError('the target is older than this program; copy to an empty database');
  }
  if (marked) return;
  await migrate(to);
  await to.transaction(async (tx) => {
    for (const table of PAGED_TABLES) {
      if ((await table.last(tx)) === undefined) continue;
      throw new OperatorError(`the target is not empty: it has rows in ${table.name}; copy to an empty database`);
    }
    await run(tx, sql`INSERT INTO migration (id) VALUES (${mark})`);
  });
}

/**
 * Copies the rows after the target's highest key, in key order, so that a later run can continue.
 */
async function copyTable(table: PagedTable, from: Executor, to: Executor, report: (progress: Progress) => void) {
  let rows = 0;
  let writing = Promise.resolve();
  for await (const page of table.pages(from, await table.last(to))) {
    // Reading overlaps with writing the previous page.
    await writing;
    writing = table.insert(to, page);
    // If a read fails, nothing awaits this promise. Its rejection must not end the process.
    writing.catch(() => {});
    rows += page.length;
    report({ step: 'copy', table: table.name, rows, key: table.keyOf(page.at(-1) ?? {}) });
  }
  await writing;
  report({ step: 'copy', table: table.name, rows });
}

async function verify(table: PagedTable, from: Executor, to: Executor, report: (progress: Progress) => void) {
  const [source, target] = [digestOf(table), digestOf(table)];
  const [sourcePages, targetPages] = [table.pages(from), table.pages(to)];
  let rows = 0;
  for (;;) {
    const [ours, theirs] = await Promise.all([sourcePages.next(), targetPages.next()]);
    if (ours.done && theirs.done) break;
    rows = source.add(ours.value ?? []);
    target.add(theirs.value ?? []);
    const last = ours.value?.at(-1) ?? theirs.value?.at(-1) ?? {};
    report({ step: 'verify', table: table.name, rows, key: table.keyOf(last) });
  }
  report({ step: 'verify', table: table.name, rows });
  return { table: table.name, from: source.end(), to: target.end() };
}

/** The rows and the checksum of pages. */
function digestOf({ columns }: PagedTable) {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    /** Returns the rows so far. */
    add(page: readonly Row[]): number {
      for (const row of page) hash.update(`${JSON.stringify(columns.map((column) => row[column]))}\n`);
      rows += page.length;
      return rows;
    },
    end: (): TableContents => ({ rows, checksum: hash.digest('hex') }),
  };
}
