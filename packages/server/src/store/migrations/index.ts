import { initial } from './001-initial.ts';
import { creatorsAndLimits } from './002-creators-and-limits.ts';
import { version020 } from './031-version-0.2.0.ts';
import { ticketNumbers } from './032-ticket-numbers.ts';
import { searchWords } from './033-search-words.ts';
import { groupsAndPasskeys } from './034-groups-and-passkeys.ts';
import { authorsOfCodes } from './036-authors-of-codes.ts';
import { inviters } from './037-inviters.ts';

/** What differs between the engines in migrations and copies. */
export interface Dialect {
  /** For tables of player data, whose rows change often. */
  readonly storage: string;
  /** Text columns that are compared or sorted: by bytes, in any locale. */
  readonly key: string;
  /** An index can have any text or expression, and be read without the rows. */
  readonly hasWideIndexes: boolean;
  /** This engine's part of the search index. It never changes after a release. */
  readonly searchSchema: readonly string[];
  /** What stops this engine from merging words by itself, if it does. */
  readonly searchMerging: readonly string[];
  /** The type of a key that counts up. */
  readonly searchTaskId: string;
  /** Blocks other migrations until the end of the transaction, if the engine needs that. */
  readonly lockMigrations?: string;
  /** Blocks other writers until the end of the transaction, if the engine needs that. */
  lockOutWriters?(tables: readonly string[]): string;
}

export interface Migration {
  /** Number and name. Never changes after a release. */
  readonly id: string;
  statements(dialect: Dialect): readonly string[];
}

/**
 * All migrations, oldest first: 0.1.0 has the first two. Before a release, those that no release
 * has are folded into one.
 */
export const migrations: readonly Migration[] = [
  initial,
  creatorsAndLimits,
  version020,
  ticketNumbers,
  searchWords,
  groupsAndPasskeys,
  authorsOfCodes,
  inviters,
];
