import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Executor } from './database.ts';
import { type Params, Statement, type Value } from './statement.ts';
import type { TABLES, Tables } from './tables.ts';

export type Row = Readonly<Record<string, Value>>;
/** In the order of the key's columns. */
export type Key = readonly Value[];

/** A page of the longest texts then has a few megabytes. */
const PAGE_ROWS = 250;

/** Removes the types of tables from the query builder: this code works with all tables. */
const anyTable = (db: unknown) => db as Kysely<Record<string, Row>>;

const tuple = (parts: readonly RawBuilder<unknown>[]) => sql`(${sql.join(parts)})`;

/** Reads and writes a table in pages, in the order of its primary key, the same on all engines. */
export class PagedTable {
  readonly name: keyof Tables;
  readonly columns: readonly string[];
  readonly #key: readonly string[];
  readonly #after: Statement<Params, Row>;
  readonly #last: Statement<Params, Row>;
  readonly #inserts = new Map<number, Statement<Params, unknown>>();

  constructor({ name, key, columns }: (typeof TABLES)[number]) {
    this.name = name;
    this.columns = columns;
    this.#key = key;
    const refs = key.map((column) => sql.ref(column));
    this.#after = new Statement((db, params) =>
      anyTable(db)
        .selectFrom(name)
        .select(columns)
        .where(sql<boolean>`${tuple(refs)} > ${tuple(key.map((column) => sql`${params[column]}`))}`)
        .orderBy(sql.join(refs))
        .limit(PAGE_ROWS),
    );
    this.#last = new Statement((db) =>
      anyTable(db)
        .selectFrom(name)
        .select(key)
        .orderBy(sql.join(refs.map((ref) => sql`${ref} DESC`)))
        .limit(1),
    );
  }

  /** All rows, or those after a key. */
  async *pages(db: Executor, after?: Key): AsyncGenerator<Row[], void, void> {
    // No key value is empty, so every key sorts after this one.
    let at: Key = after ?? this.#key.map((_column, index) => (index === 0 ? '' : null));
    for (;;) {
      const rows = await db.all(
        this.#after,
        Object.fromEntries(this.#key.map((column, index) => [column, at[index] ?? null])),
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      at = this.keyOf(last);
    }
  }

  keyOf(row: Row): Key {
    return this.#key.map((column) => row[column] ?? null);
  }

  /** Undefined: the table is empty. */
  async last(db: Executor): Promise<Key | undefined> {
    const row = await db.one(this.#last, {});
    return row === undefined ? undefined : this.keyOf(row);
  }

  /** One statement. Skips existing keys. */
  async insert(db: Executor, rows: readonly Row[]): Promise<void> {
    const values = rows.flatMap((row) => this.columns.map((column) => row[column] ?? null));
    await db.run(this.#insert(rows.length), Object.fromEntries(values.entries()));
  }

  #insert(count: number): Statement<Params, unknown> {
    let insert = this.#inserts.get(count);
    if (insert === undefined) {
      const columns = this.columns.map((column) => sql.ref(column));
      insert = new Statement((_db, params) => {
        const values = Array.from({ length: count }, (_, row) =>
          tuple(columns.map((_column, column) => sql`${params[row * columns.length + column]}`)),
        );
        return sql`INSERT INTO ${sql.table(this.name)} ${tuple(columns)} VALUES ${sql.join(values)}
          ON CONFLICT DO NOTHING`;
      });
      this.#inserts.set(count, insert);
    }
    return insert;
  }
}
