import { type Kysely, sql } from 'kysely';
import type { Executor } from './database.ts';
import { isPostgres, type Params, statement, type Value } from './statement.ts';
import { type AnyTable, type RowOf, rowValues } from './table.ts';
import type { Tables } from './tables.ts';

/** Statements that follow from a table. Their parameters have the names of its columns. */

type ColumnOf<T extends AnyTable> = keyof RowOf<T> & string;
type Values<T extends AnyTable, Names extends ColumnOf<T>> = Pick<RowOf<T>, Names>;
type Row = Record<string, Value>;

/** Kysely cannot follow a table that is a parameter. The types of these functions do. */
const anyTable = (db: Kysely<Tables>) => db as unknown as Kysely<Record<string, Row>>;

const pick = (values: object, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, (values as Row)[name] ?? null]));

/** The columns that are not in the key. */
const valuesOf = <T extends AnyTable>({ columns, key }: T): ColumnOf<T>[] =>
  columns.filter((name) => !key.includes(name));

const insertion = <T extends AnyTable>(db: Kysely<Tables>, table: T, row: RowOf<T>) =>
  anyTable(db).insertInto(table.name).values(rowValues(table, row));

export function insertRow<T extends AnyTable>(table: T) {
  return statement<RowOf<T>>()((db, row) => insertion(db, table, row));
}

/**
 * Adds a row for each row of `from`. `fromColumns` are its columns, the others of `row`. `names`:
 * those with another name there.
 */
export function insertFrom(
  from: string,
  table: AnyTable,
  row: Params,
  fromColumns: readonly string[] = [],
  names: Readonly<Record<string, string>> = {},
) {
  const value = (column: string) =>
    fromColumns.includes(column)
      ? sql.ref(names[column] ?? column)
      : sql`CAST(${row[names[column] ?? column]} AS ${sql.raw(table.definitions[column]?.type ?? '')})`;
  return sql`INSERT INTO ${sql.table(table.name)} (${sql.join(table.columns.map((column) => sql.ref(column)))})
    SELECT ${sql.join(table.columns.map(value))} FROM ${sql.table(from)}`;
}

/** Adds a row, unless there is one with its key or another unique value. */
export function insertNewRow<T extends AnyTable>(table: T) {
  return statement<RowOf<T>>()((db, row) => insertion(db, table, row).onConflict((conflict) => conflict.doNothing()));
}

/**
 * Adds a row. If there is one with its key, changes these columns of it (default: all), unless its
 * value of `growing` is larger.
 */
export function saveRow<T extends AnyTable>(
  table: T,
  changed: readonly ColumnOf<T>[] = valuesOf(table),
  growing?: ColumnOf<T>,
) {
  return statement<RowOf<T>>()((db, row) =>
    insertion(db, table, row).onConflict((conflict) =>
      conflict
        .columns(table.key)
        .doUpdateSet(Object.fromEntries(changed.map((name) => [name, sql.ref(`excluded.${name}`)])))
        .$call((update) =>
          growing === undefined
            ? update
            : update.where(sql<boolean>`${sql.ref(`${table.name}.${growing}`)} <= ${sql.ref(`excluded.${growing}`)}`),
        ),
    ),
  );
}

/** The rows with these values, in this order, at most `limit` (default: all). */
export function selectRows<T extends AnyTable, Name extends ColumnOf<T> = never>(
  table: T,
  where: readonly Name[],
  order: readonly (ColumnOf<T> | `${ColumnOf<T>} desc`)[] = [],
  limit?: number,
) {
  return statement<Values<T, Name>>()((db, values) => {
    const rows = anyTable(db).selectFrom(table.name).select(table.columns).$castTo<RowOf<T>>();
    const found = where.length === 0 ? rows : rows.where((row) => row.and(pick(values, where)));
    const sorted = order.reduce((query, one) => {
      const [name = '', direction] = one.split(' ');
      return query.orderBy(name, direction === 'desc' ? 'desc' : 'asc');
    }, found);
    return limit === undefined ? sorted : sorted.limit(sql.lit(limit));
  });
}

/**
 * The rows with these values. Nobody else can change them until the end of the transaction, which
 * on SQLite is the only one.
 */
export function lockRows<T extends AnyTable, Name extends ColumnOf<T>>(table: T, ...where: Name[]) {
  return statement<Values<T, Name>>()((db, values) => {
    const rows = anyTable(db).selectFrom(table.name).select(table.columns).$castTo<RowOf<T>>();
    const found = rows.where((row) => row.and(pick(values, where)));
    return isPostgres(db) ? found.forNoKeyUpdate() : found;
  });
}

/**
 * Sets columns of the rows with these values, and with those in `only`. `counted`: columns that
 * grow by one.
 */
export function updateRows<T extends AnyTable, Name extends ColumnOf<T>, Changed extends ColumnOf<T>>(
  table: T,
  where: readonly Name[],
  set: readonly Changed[],
  { only = {}, counted = [] }: { readonly only?: Partial<RowOf<T>>; readonly counted?: readonly ColumnOf<T>[] } = {},
) {
  const counts = Object.fromEntries(counted.map((name) => [name, sql<number>`${sql.ref(name)} + 1`]));
  return statement<Values<T, Name | Changed>>()((db, values) => {
    return anyTable(db)
      .updateTable(table.name)
      .set({ ...pick(values, set), ...counts })
      .where((row) => row.and({ ...pick(values, where), ...only }));
  });
}

export function deleteRows<T extends AnyTable, Name extends ColumnOf<T>>(table: T, ...where: Name[]) {
  return statement<Values<T, Name>>()((db, values) => {
    return anyTable(db)
      .deleteFrom(table.name)
      .where((row) => row.and(pick(values, where)));
  });
}

/** Deletes at most `limit` rows with this value. `key`: a column in which they differ. */
export function deleteSome<T extends AnyTable, Name extends ColumnOf<T>>(table: T, where: Name, key: ColumnOf<T>) {
  return statement<Values<T, Name> & { readonly limit: number }>()((db, values) => {
    const isWanted = sql<boolean>`${sql.ref(where)} = ${values[where]}`;
    const some = anyTable(db).selectFrom(table.name).select(key).where(isWanted).limit(values.limit);
    const isSome = sql<boolean>`${sql.ref(key)} IN ${some}`;
    return anyTable(db).deleteFrom(table.name).where(isWanted).where(isSome);
  });
}

/** Deletes the rows of an owner, such as a member, except the newest `keep`, by `time`. */
export function deleteOldest<T extends AnyTable>(table: T, owner: ColumnOf<T>, key: ColumnOf<T>, time: ColumnOf<T>) {
  return statement<{ ownerId: string; keep: number }>()((db, { ownerId, keep }) => {
    const isOwn = sql<boolean>`${sql.ref(owner)} = ${ownerId}`;
    const newest = anyTable(db).selectFrom(table.name).select(key).where(isOwn).orderBy(time, 'desc').orderBy(key);
    const isOlder = sql<boolean>`${sql.ref(key)} NOT IN ${newest.limit(keep)}`;
    return anyTable(db).deleteFrom(table.name).where(isOwn).where(isOlder);
  });
}

/** The later of a column's time and another one. */
export const laterOf = (column: string, time: number | null) =>
  sql<
    number | null
  >`CASE WHEN ${sql.ref(column)} IS NULL OR ${sql.ref(column)} < ${time} THEN ${time} ELSE ${sql.ref(column)} END`;

/** Not `isStillToCome`. No right clock sets a time after `latest`, so a later one has come too. */
export const hasCome = (column: string, { now, latest }: { readonly now: number; readonly latest: number }) =>
  sql<boolean>`(${sql.ref(column)} <= ${now} OR ${sql.ref(column)} > ${latest})`;

type Until = { readonly until: number; readonly limit: number };

/** Methods of a store that delete its rows with an old time: that time, or before. */
export function expiringRows<T extends AnyTable>(table: T, time: ColumnOf<T>, old: '<' | '<=' = '<=') {
  const isOld = (until: number) => sql<boolean>`${sql.ref(time)} ${sql.raw(old)} ${until}`;
  const any = statement<Pick<Until, 'until'>>()((db, { until }) =>
    anyTable(db).selectFrom(table.name).select(time).where(isOld(until)).limit(1),
  );
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const prune = statement<Until>()((db, { until, limit }) => {
    const rows = anyTable(db).selectFrom(table.name).select(table.key).where(isOld(until));
    // With the time again: a row can be renewed while this waits for its lock.
    return anyTable(db)
      .deleteFrom(table.name)
      .where(sql<boolean>`(${key}) IN ${rows.orderBy(time).limit(limit)}`)
      .where(isOld(until));
  });
  return (db: Executor) => ({
    anyExpired: async (until: number) => (await db.one(any, { until })) !== undefined,
    /** Deletes at most `limit` of them. Returns how many. */
    prune: (until: number, limit: number) => db.run(prune, { until, limit }),
  });
}
