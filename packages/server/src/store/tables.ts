import { PLAYER_TABLES } from './player-tables.ts';
import { searchEntryTable, searchStateTable, searchTaskTable } from './search-tables.ts';
import type { RowOf } from './table.ts';
import { TEAM_TABLES } from './team-tables.ts';

export * from './player-tables.ts';
export * from './search-tables.ts';
export * from './team-tables.ts';

export const TABLES = [...TEAM_TABLES, ...PLAYER_TABLES] as const;

/** Follows from the other tables, so it is not copied. */
export const SEARCH_TABLES = [searchStateTable, searchTaskTable, searchEntryTable] as const;

type Table = (typeof TABLES)[number] | (typeof SEARCH_TABLES)[number];

export type Tables = { [T in Table as T['name']]: RowOf<T> };

/** Copied to every node of a sharded database. */
export const REFERENCE_TABLES: readonly string[] = [
  ...TEAM_TABLES.map(({ name }) => name),
  searchStateTable.name,
  searchTaskTable.name,
  'migration',
];

/** Distributed by player_id in a sharded database. */
export const DISTRIBUTED_TABLES: readonly string[] = [...PLAYER_TABLES, searchEntryTable].map(({ name }) => name);
