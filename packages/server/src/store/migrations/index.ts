import { initial } from './001-initial.ts';
import { creatorsAndLimits } from './002-creators-and-limits.ts';

/** What migrations and copies need to know about their engine. */
export interface Dialect {
  /** Ends the definition of a table of player data. Its rows change often. */
  readonly storage: string;
  /**
   * The type of columns that are compared or sorted: by their bytes, in a database of any language.
   */
  readonly key: string;
  /**
   * SQL that stops other migrations of this database until the end of the transaction; undefined:
   * not needed.
   */
  readonly lockMigrations?: string;
  /**
   * SQL that stops other writers of these tables until the end of the transaction; undefined: not
   * needed.
   */
  keepWritersOut?(tables: readonly string[]): string;
}

export interface Migration {
  /** Its number and name. It never changes after a release. */
  readonly id: string;
  statements(dialect: Dialect): readonly string[];
}

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [initial, creatorsAndLimits];
