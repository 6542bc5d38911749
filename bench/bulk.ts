import { PostgresBulk } from './bulk-postgres.ts';
import { SqliteBulk } from './bulk-sqlite.ts';
import { databaseFile } from './databases.ts';

export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

/** Copies rows in a database that no server uses, as fast as the engine allows. */
export interface Bulk {
  /** The tables with this column, as the database lists them. */
  tablesWith(column: string): Promise<string[]>;
  /** Reads rows, with every column that the database does not compute. */
  read(table: string, column: string, value: string): Promise<Row[]>;
  /** Deletes rows, except those with one of these values. */
  removeExcept(table: string, column: string, values: readonly string[]): Promise<void>;
  insert(table: string, row: Row): void;
  /** Waits until more rows fit. Call it regularly. */
  waitForCapacity(): Promise<void>;
  /** Writes everything to disk, and builds the indexes. */
  finish(): Promise<void>;
}

export async function openBulk(url: string): Promise<Bulk> {
  const file = databaseFile(url);
  return file === undefined ? PostgresBulk.open(url) : new SqliteBulk(file);
}
