import { type CompiledQuery, type Expression, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { RecentMap } from '../domain/recent-map.ts';
import type { Executor } from './database.ts';
import type { Tables } from './tables.ts';

export type Value = string | number | null;
export type Params = Readonly<Record<string, Value>>;

/**
 * Replaces a parameter's value while a statement is built. Kysely puts it into the parameter list.
 */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

type Build<P, Row> = (db: Kysely<Tables>, params: P) => Compilable<Row>;

/** A statement, compiled to the SQL of one engine. */
export interface Compiled {
  readonly sql: string;
  bind(params: Params): Value[];
  /** Whether it can write: it is not a SELECT. */
  readonly writes: boolean;
}

/**
 * A statement with named parameters. Kysely provides the types. It builds the SQL once for each
 * engine, not on each request.
 */
export class Statement<P extends Params, Row> {
  readonly #build: Build<P, Row>;
  readonly #kind: 'quick' | 'shape' | undefined;

  /** Never set at run time. It carries types for the compiler. */
  declare readonly types: { params: P; row: Row };

  constructor(build: Build<P, Row>, kind?: 'quick' | 'shape') {
    this.#build = build;
    this.#kind = kind;
  }

  /** Whether it reads a few rows by their keys. On PostgreSQL such reads share connections. */
  get isQuick(): boolean {
    return this.#kind === 'quick';
  }

  /**
   * Whether it is one of many shapes. Callers choose the shape, so PostgreSQL must not keep such
   * statements prepared.
   */
  get isShape(): boolean {
    return this.#kind === 'shape';
  }

  compile(db: Kysely<Tables>): Compiled {
    const placeholders = new Proxy({} as P, { get: (_target, name) => new Placeholder(String(name)) });
    const query = this.#build(db, placeholders).compile();
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

/** Declares a statement. P has its parameters, which `build` gets as its second argument. */
export function statement<P extends Params>() {
  return <Row>(build: Build<P, Row>): Statement<P, Row> => new Statement(build);
}

/** Declares a read of a few rows by key. On PostgreSQL it uses a shared connection. */
export function quickRead<P extends Params>() {
  return <Row>(build: Build<P, Row>): Statement<P, Row> => new Statement(build, 'quick');
}

/** Keeps at least the last 50 shapes of a statement. Others are built again. */
const KEPT_SHAPES = 50;

/** Parameters of a statement. One that is undefined is no parameter. */
export type Given<P> = { readonly [Name in keyof P]?: P[Name] | undefined };

/**
 * Declares a statement whose SQL depends on the request: on a `shape`, and on which parameters it
 * has. The SQL of each shape is built once.
 */
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
      statement = new Statement((builder, placeholders) => build(builder, pick(placeholders), shape), 'shape');
      statements.set(key, statement);
    }
    return db.all(statement, params as Params);
  };
}

/** For expressions that Kysely has no method for. */
export { sql };

export const isPostgres = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** Locks the rows that a query finds until the transaction ends. SQLite needs no such locks. */
export const forUpdate = <Query extends { forUpdate(): Query }>(db: Kysely<Tables>, query: Query): Query =>
  isPostgres(db) ? query.forUpdate() : query;

/**
 * The JSON object of a column with some fields replaced, as JSON text. Null if `fields` is null.
 */
export function mergedJson(db: Kysely<Tables>, column: string, fields: string | null): RawBuilder<string | null> {
  const before = sql`COALESCE(${sql.ref(column)}, '{}')`;
  return isPostgres(db) ? sql`(${before}::jsonb || ${fields}::jsonb)::text` : sql`json_patch(${before}, ${fields})`;
}

/** The texts of a JSON array as the rows of a subquery. @param json a parameter */
export function textsInJson(db: Kysely<Tables>, json: string): RawBuilder<string> {
  return isPostgres(db)
    ? sql`(SELECT jsonb_array_elements_text(CAST(${json} AS jsonb)))`
    : sql`(SELECT value FROM json_each(${json}))`;
}

/** The whole numbers of a JSON array as the rows of a subquery. @param json a parameter */
export function numbersInJson(db: Kysely<Tables>, json: string): RawBuilder<number> {
  return isPostgres(db)
    ? sql`(SELECT CAST(jsonb_array_elements_text(CAST(${json} AS jsonb)) AS bigint))`
    : sql`(SELECT value FROM json_each(${json}))`;
}

/** The rows of a subquery as one JSON text: an array of arrays. Null on PostgreSQL without rows. */
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
