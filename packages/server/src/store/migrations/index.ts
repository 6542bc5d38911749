import { initial } from './001-initial.ts';

/** What a table definition needs to know of its engine. */
export interface Dialect {
  /** Ends the definition of a table that is kept in the order of its primary key. */
  readonly clustered: string;
}

export interface Migration {
  /** Its number and name; never changed once released. */
  readonly id: string;
  statements(dialect: Dialect): readonly string[];
}

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [initial];
