import { initial } from './001-initial.ts';
import { creatorsAndLimits } from './002-creators-and-limits.ts';
import { version020 } from './031-version-0.2.0.ts';

/** The differences between the engines in migrations and copies. */
export interface Dialect {
  /** Storage options of tables of player data, whose rows change often. */
  readonly storage: string;
  /** The type of text columns that are compared or sorted. They sort by bytes, in any locale. */
  readonly key: string;
  /** Whether an index can have any text or expression, and be read without the rows. */
  readonly hasWideIndexes: boolean;
  /** What only this engine has of the index of the search. It never changes after a release. */
  readonly searchSchema: readonly string[];
  /** The type of a key that counts up. */
  readonly searchTaskId: string;
  /**
   * SQL that blocks other migrations of this database until the end of the transaction. Undefined
   * if the engine does not need it.
   */
  readonly lockMigrations?: string;
  /**
   * SQL that blocks other writers of these tables until the end of the transaction. Undefined if
   * the engine does not need it.
   */
  lockOutWriters?(tables: readonly string[]): string;
}

export interface Migration {
  /** Its number and name. It never changes after a release. */
  readonly id: string;
  statements(dialect: Dialect): readonly string[];
}

/**
 * All migrations, oldest first: 0.1.0 has the first two. Before a release, those that no release
 * has are folded into one.
 */
export const migrations: readonly Migration[] = [initial, creatorsAndLimits, version020];
