import type { Tables } from '../packages/server/src/store/tables.ts';

/** Fills the tables of a database that has nothing but a project in it, as fast as the engine can. */
export interface Bulk {
  insert<Table extends keyof Tables & string>(table: Table, row: Tables[Table]): void;
  /** Waits until there is room for more rows; to be called every now and then. */
  room(): Promise<void>;
  /** Resolves once all is on disk, with indexes, and as after a long life: nothing is left to be done later. */
  end(): Promise<void>;
}
