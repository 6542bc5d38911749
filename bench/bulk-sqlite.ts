import fs from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Bulk, Row } from './bulk.ts';

const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'";
const INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL";
/** Without columns that are computed or hidden. */
const COLUMNS = 'SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0';

/** One transaction without a journal. Indexes come last. */
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
    const indexes = this.#db.prepare(INDEXES).all();
    for (const { name } of indexes) this.#db.exec(`DROP INDEX ${name}`);
    this.#indexes = indexes.map(({ sql }) => String(sql));
    this.#db.exec('BEGIN');
  }

  async tablesWith(column: string): Promise<string[]> {
    const names = this.#db.prepare(TABLES).all();
    return names.map(({ name }) => String(name)).filter((table) => this.#columns(table).includes(column));
  }

  async read(table: string, column: string, value: string): Promise<Row[]> {
    const sql = `SELECT ${this.#columns(table).join(', ')} FROM ${table} WHERE ${column} = ?`;
    // The cast: no table of player data has bytes.
    return this.#db.prepare(sql).all(value) as Row[];
  }

  async removeExcept(table: string, column: string, values: readonly string[]): Promise<void> {
    const places = values.map(() => '?').join(', ');
    this.#db.prepare(`DELETE FROM ${table} WHERE ${column} NOT IN (${places})`).run(...values);
  }

  insert(table: string, row: Row): void {
    let statement = this.#inserts.get(table);
    if (statement === undefined) {
      const columns = Object.keys(row);
      const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
      statement = this.#db.prepare(sql);
      this.#inserts.set(table, statement);
    }
    statement.run(...Object.values(row));
  }

  async waitForCapacity(): Promise<void> {}

  async finish(): Promise<void> {
    this.#db.exec('COMMIT');
    for (const sql of this.#indexes) this.#db.exec(sql);
    this.#db.close();
    // Otherwise the system would write the file during the measurement.
    const fd = fs.openSync(this.#file, 'r+');
    fs.fsyncSync(fd);
    fs.closeSync(fd);
  }

  #columns(table: string): string[] {
    return this.#db
      .prepare(COLUMNS)
      .all(table)
      .map(({ name }) => String(name));
  }
}
