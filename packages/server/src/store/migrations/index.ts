import { initial } from './001-initial.ts';
import { creatorsAndLimits } from './002-creators-and-limits.ts';

/** What migrations and copies need to know of their engine. */
export interface Dialect {
  /** Ends the definition of a table of player data, whose rows are read in the order of the primary key and often change. */
  readonly storage: string;
  /** The type of columns that are compared or sorted: by their bytes, whatever the language of the database. */
  readonly key: string;
  /** What keeps others from migrating the same database until the end of the transaction; none where nobody else can. */
  readonly lockMigrations?: string;
  /** What keeps others from writing to these tables until the end of the transaction; none where any transaction does. */
  keepWritersOut?(tables: readonly string[]): string;
}

export interface Migration {
  /** Its number and name; never changed once released. */
  readonly id: string;
  statements(dialect: Dialect): readonly string[];
}

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [initial, creatorsAndLimits];
