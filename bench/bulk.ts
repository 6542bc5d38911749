import type { Tables } from '../packages/server/src/store/tables.ts';

/** Fills the tables of a new database as fast as the engine allows. */
export interface Bulk {
  insert<Table extends keyof Tables & string>(table: Table, row: Tables[Table]): void;
  /** Waits until more rows can be inserted. Call it regularly. */
  waitForCapacity(): Promise<void>;
  /** Writes everything to disk and builds the indexes, so that no such work is left for later. */
  finish(): Promise<void>;
}
