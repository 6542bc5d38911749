import { type CompiledQuery, type Expression, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { RecentMap } from '../domain/recent-map.ts';
import type { Executor } from './database.ts';
import type { Tables } from './tables.ts';

export type Value = string | number | null;
export type Params = Readonly<Record<string, Value>>;

/** Stands for a value while Kysely builds the SQL. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query of Kysely, or SQL text. */
export interface Compilable<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

type Build<P, Row> = (db: Kysely<Tables>, params: P) => Compilable<Row>;

/** A statement as the SQL of one engine. */
export interface Compiled {
  readonly sql: string;
  bind(params: Params): Value[];
  /** It is not a SELECT. */
  readonly writes: boolean;
}

/** Named parameters, typed by Kysely. The SQL is built once for each engine. */
export class Statement<P extends Params, Row> {
  readonly #build: Build<P, Row>;
  readonly #kind: 'quick' | 'unprepared' | undefined;

  /** For the compiler only. */
  declare readonly types: { params: P; row: Row };

  constructor(build: Build<P, Row>, kind?: 'quick' | 'unprepared') {
    this.#build = build;
    this.#kind = kind;
  }

  /** A few rows by key. On PostgreSQL such reads share connections. */
  get isQuick(): boolean {
    return this.#kind === 'quick';
  }

  /** PostgreSQL must not keep it prepared, such as a shape, which callers choose. */
  get isUnprepared(): boolean {
    return this.#kind === 'unprepared';
  }

  compile(db: Kysely<Tables>): Compiled {
    const placeholders = new Proxy({} as P, { get: (_target, name) => new Placeholder(String(name)) });
    const query = this.#build(db, placeholders).compile(db);
    const slots = query.parameters.map((slot) =>
      slot instanceof Placeholder ? { name: slot.name } : { value: slot as Value },
    );
    return {
      sql: query.sql,
      writes: query.query.kind !== 'SelectQueryNode',
      bind: (params) =>
        slots.map((slot) => {
          const value = 'name' in slot ? params[slot.name] : slot.value;
          if (value === undefined) throw new TypeError(`no value for a parameter of: ${query.sql}`);
          return value;
        }),
    };
  }
}

/** P are the parameters, the second argument of `build`. */
export function statement<P extends Params>() {
  return <Row>(build: Build<P, Row>): Statement<P, Row> => new Statement(build);
}

/** Declares a read of few rows by key. */
export function quickRead<P extends Params>() {
  return <Row>(build: Build<P, Row>): Statement<P, Row> => new Statement(build, 'quick');
}

/** At least the last 50 shapes of a statement. Others are built again. */
const KEPT_SHAPES = 50;

/** A parameter with the value undefined counts as absent. */
export type Given<P> = { readonly [Name in keyof P]?: P[Name] | undefined };

/** The SQL depends on a `shape` and on which parameters there are. It is built once for each. */
export function statementShapes<P extends Params, Row, Shape extends object = object>(
  build: (db: Kysely<Tables>, params: Given<P>, shape: Shape) => Compilable<Row>,
) {
  const statements = new RecentMap<Statement<Params, Row>>(KEPT_SHAPES);
  return (db: Executor, params: Given<P>, shape: Shape): Promise<Row[]> => {
    const names = Object.keys(params).filter((name) => params[name] !== undefined);
    const key = JSON.stringify([names, shape]);
    let statement = statements.get(key);
    if (statement === undefined) {
      // The cast: these are names of P.
      const pick = (from: Params) => Object.fromEntries(names.map((name) => [name, from[name]])) as Given<P>;
      statement = new Statement((builder, placeholders) => build(builder, pick(placeholders), shape), 'unprepared');
      statements.set(key, statement);
    }
    return db.all(statement, params as Params);
  };
}

export { sql };

export const isPostgres = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** Returns a column's JSON object with some fields replaced, as text. Null: `fields` is null. */
export function mergedJson(db: Kysely<Tables>, column: string, fields: string | null): RawBuilder<string | null> {
  const before = sql`COALESCE(${sql.ref(column)}, '{}')`;
  return isPostgres(db) ? sql`(${before}::jsonb || ${fields}::jsonb)::text` : sql`json_patch(${before}, ${fields})`;
}

/** A JSON array as rows. `json`: a parameter. Null: no rows. */
export function textsInJson(db: Kysely<Tables>, json: string | null): RawBuilder<string> {
  return isPostgres(db)
    ? sql`(SELECT jsonb_array_elements_text(CAST(${json} AS jsonb)))`
    : sql`(SELECT value FROM json_each(${json}))`;
}

export function numbersInJson(db: Kysely<Tables>, json: string): RawBuilder<number> {
  return isPostgres(db)
    ? sql`(SELECT CAST(jsonb_array_elements_text(CAST(${json} AS jsonb)) AS bigint))`
    : sql`(SELECT value FROM json_each(${json}))`;
}

/** The values of these columns: a row of `rowsAsJson`. */
export type Cells<Row, Names extends readonly (keyof Row)[]> = {
  readonly [Index in keyof Names]: Names[Index] extends keyof Row ? Row[Names[Index]] : never;
};

/** Returns the rows as a JSON array of arrays. Without rows, it is null on PostgreSQL. */
export function rowsAsJson<Row>(
  db: Kysely<Tables>,
  columns: readonly (keyof Row & string)[],
  rows: Expression<Row>,
): RawBuilder<string | null> {
  const list = sql.join(columns.map((column) => sql.ref(`entry.${column}`)));
  return isPostgres(db)
    ? sql`(SELECT json_agg(json_build_array(${list}))::text FROM ${rows} AS entry)`
    : sql`(SELECT json_group_array(json_array(${list})) FROM ${rows} AS entry)`;
}
