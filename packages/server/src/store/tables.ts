import { PLAYER_TABLES } from './player-tables.ts';
import { searchEntryTable, searchStateTable, searchTaskTable } from './search-tables.ts';
import type { RowOf } from './table.ts';
import { TEAM_TABLES } from './team-tables.ts';

export * from './player-tables.ts';
export * from './search-tables.ts';
export * from './team-tables.ts';

/**
 * Every table except `migration` and those of the search. Each table comes after the tables that it
 * references.
 */
export const TABLES = [...TEAM_TABLES, ...PLAYER_TABLES] as const;

/** The index of the search. It follows from the other tables, so it is not copied. */
export const SEARCH_TABLES = [searchStateTable, searchTaskTable, searchEntryTable] as const;

type Table = (typeof TABLES)[number] | (typeof SEARCH_TABLES)[number];

/** The rows of all tables, for the query builder. */
export type Tables = { [T in Table as T['name']]: RowOf<T> };

/** The names of the tables that a sharded database copies to every node. */
export const REFERENCE_TABLES: readonly string[] = [
  ...TEAM_TABLES.map(({ name }) => name),
  searchStateTable.name,
  searchTaskTable.name,
  'migration',
];

/** The names of the tables that a sharded database distributes by player_id. */
export const DISTRIBUTED_TABLES: readonly string[] = [...PLAYER_TABLES, searchEntryTable].map(({ name }) => name);
