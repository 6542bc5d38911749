import fs from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Tables } from '../packages/server/src/store/tables.ts';
import type { Bulk } from './bulk.ts';

/** Uses one transaction without a journal, and builds the indexes at the end. */
export class SqliteBulk implements Bulk {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #indexes: readonly string[];
  readonly #inserts = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#file = file;
    this.#db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    this.#db.exec('PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF');
    this.#db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144');
    const indexes = this.#db
      .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
      .all();
    for (const { name } of indexes) this.#db.exec(`DROP INDEX ${name}`);
    this.#indexes = indexes.map(({ sql }) => String(sql));
    this.#db.exec('BEGIN');
  }

  insert<Table extends keyof Tables & string>(table: Table, row: Tables[Table]): void {
    let statement = this.#inserts.get(table);
    if (statement === undefined) {
      const columns = Object.keys(row);
      const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
      statement = this.#db.prepare(sql);
      this.#inserts.set(table, statement);
    }
    statement.run(...(Object.values(row) as (string | number | null)[]));
  }

  async waitForCapacity(): Promise<void> {}

  async finish(): Promise<void> {
    this.#db.exec('COMMIT');
    for (const sql of this.#indexes) this.#db.exec(sql);
    this.#db.close();
    // Otherwise the system would write the file while the benchmark measures.
    const fd = fs.openSync(this.#file, 'r+');
    fs.fsyncSync(fd);
    fs.closeSync(fd);
  }
}
