import { type CompiledQuery, type Expression, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

export type Value = string | number | null;
export type Params = Readonly<Record<string, Value>>;

/** Stands for a parameter while a statement is built; Kysely carries it through to the list of parameters. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

type Build<P, Row> = (db: Kysely<Tables>, params: P) => Compilable<Row>;

/** SQL of one engine and the names of its parameters, in order. */
export interface Compiled {
  readonly sql: string;
  bind(params: Params): Value[];
  /** Whether it changes rows. */
  readonly writes: boolean;
}

/**
 * A statement that Kysely types and builds once for an engine and that is then run many times with named parameters:
 * the types of a query builder, without building on every request.
 */
export class Statement<P extends Params, Row> {
  readonly #build: Build<P, Row>;

  /** Only for the type checker. */
  declare readonly types: { params: P; row: Row };

  constructor(build: Build<P, Row>) {
    this.#build = build;
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

/** Declares a statement; its parameters are the second argument of `build`, named and typed by P. */
export function statement<P extends Params>() {
  return <Row>(build: Build<P, Row>): Statement<P, Row> => new Statement(build);
}

/** A parameter or column in an expression that Kysely has no method for. */
export { sql };

/** The JSON object of a column with these fields set in it, as JSON text; null if they are null. */
export function merged(db: Kysely<Tables>, column: string, fields: string | null): RawBuilder<string | null> {
  const before = sql`COALESCE(${sql.ref(column)}, '{}')`;
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`(${before}::jsonb || ${fields}::jsonb)::text`
    : sql`json_patch(${before}, ${fields})`;
}

/**
 * The rows of a subquery, in its order, as one value: JSON text, an array of arrays; null if there are none.
 */
export function arrays<Row>(
  db: Kysely<Tables>,
  columns: readonly (keyof Row & string)[],
  rows: Expression<Row>,
): RawBuilder<string | null> {
  const list = sql.join(columns.map((column) => sql.ref(`entry.${column}`)));
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`(SELECT json_agg(json_build_array(${list}))::text FROM ${rows} AS entry)`
    : sql`(SELECT json_group_array(json_array(${list})) FROM ${rows} AS entry)`;
}
