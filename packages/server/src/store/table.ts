import type { Value } from './statement.ts';

/** Its TypeScript type `T`, and its definition in the schema. */
export interface Column<T extends Value = Value> {
  readonly type: 'text' | 'integer' | 'bigint' | 'double precision';
  readonly isNullable: boolean;
  readonly isSecret?: true;
  /** For the compiler only. */
  readonly value?: T;
}

export const text = <T extends string = string>(): Column<T> => ({ type: 'text', isNullable: false });

export const integer = <T extends number = number>(): Column<T> => ({ type: 'integer', isNullable: false });

/** The largest number of a column `integer` on PostgreSQL. */
export const MAX_INTEGER = 2 ** 31 - 1;

export const bigint = (): Column<number> => ({ type: 'bigint', isNullable: false });

export const double = (): Column<number> => ({ type: 'double precision', isNullable: false });

/** Milliseconds since 1970, UTC. */
export const time = bigint;

export const nullable = <T extends Value>({ type }: Column<T>): Column<T | null> => ({ type, isNullable: true });

/** Sealed, so that a copy of the database does not reveal it. */
export const secret = <T extends Value>(column: Column<T>): Column<T> => ({ ...column, isSecret: true });

type ColumnMap = Readonly<Record<string, Column>>;
type NameOf<Columns> = keyof Columns & string;

/** For code that works with every table. */
export interface AnyTable {
  readonly name: string;
  /** In the key's order. */
  readonly key: readonly string[];
  readonly definitions: ColumnMap;
  /** Named instead of `*`: a newer node may add a column while older nodes run. */
  readonly columns: readonly string[];
  readonly secrets: readonly string[];
}

/** Row type, column list, key and inserts follow from this declaration. */
interface Table<Name extends string, Columns extends ColumnMap> extends AnyTable {
  readonly name: Name;
  readonly key: readonly NameOf<Columns>[];
  readonly definitions: Columns;
  readonly columns: readonly NameOf<Columns>[];
  readonly secrets: readonly NameOf<Columns>[];
}

export type RowOf<T extends AnyTable> = {
  [Name in keyof T['definitions']]: T['definitions'][Name] extends Column<infer V> ? V : never;
};

export function defineTable<const Name extends string, Columns extends ColumnMap>(
  name: Name,
  key: readonly NoInfer<NameOf<Columns>>[],
  definitions: Columns,
): Table<Name, Columns> {
  const columns = Object.keys(definitions) as NameOf<Columns>[];
  return { name, key, definitions, columns, secrets: columns.filter((column) => definitions[column]?.isSecret) };
}

/** One parameter for each column, with its name. */
export function rowValues<T extends AnyTable>({ columns }: T, parameters: RowOf<T>): RowOf<T> {
  const values = parameters as Readonly<Record<string, Value>>;
  // The cast: `columns` has the names of all columns of T.
  return Object.fromEntries(columns.map((column) => [column, values[column]])) as RowOf<T>;
}
