import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Params, Statement, Value } from '../statement.ts';
import { builder } from './builder.ts';

interface PreparedStatement {
  readonly statement: StatementSync;
  /** The columns of its result. Empty if it returns no rows. */
  readonly columns: readonly string[];
  bind(params: Params): Value[];
  /** Whether it is no SELECT. */
  readonly writes: boolean;
}

/**
 * A row as an object. The row objects of node:sqlite do not share a hidden class, so each access to
 * a column misses V8's inline caches. That took a tenth of the time of a poll.
 */
function toRow<Row>(columns: readonly string[], values: readonly Value[]): Row {
  const row: Record<string, Value> = {};
  for (const [index, name] of columns.entries()) row[name] = values[index] ?? null;
  return row as Row;
}

/** The statements of one connection. Each is prepared at its first use. */
export class SqliteStatements {
  readonly #db: DatabaseSync;
  readonly #prepared = new WeakMap<object, PreparedStatement>();
  readonly #plain = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  writes<P extends Params, Row>(statement: Statement<P, Row>): boolean {
    return this.#prepare(statement).writes;
  }

  #prepare<P extends Params, Row>(statement: Statement<P, Row>): PreparedStatement {
    let prepared = this.#prepared.get(statement);
    if (prepared === undefined) {
      const { sql, bind, writes } = statement.compile(builder);
      const native = this.#db.prepare(sql);
      native.setReturnArrays(true);
      prepared = { statement: native, columns: native.columns().map(({ name }) => name), bind, writes };
      this.#prepared.set(statement, prepared);
    }
    return prepared;
  }

  all<P extends Params, Row>(statement: Statement<P, Row>, params: P): Row[] {
    const { statement: native, columns, bind } = this.#prepare(statement);
    const rows = native.all(...bind(params)) as unknown as Value[][];
    return rows.map((values) => toRow(columns, values));
  }

  one<P extends Params, Row>(statement: Statement<P, Row>, params: P): Row | undefined {
    const { statement: native, columns, bind } = this.#prepare(statement);
    const values = native.get(...bind(params)) as unknown as Value[] | undefined;
    return values === undefined ? undefined : toRow(columns, values);
  }

  run<P extends Params>(statement: Statement<P, unknown>, params: P): number {
    const { statement: native, bind } = this.#prepare(statement);
    return Number(native.run(...bind(params)).changes);
  }

  /** Runs SQL text without parameters, such as BEGIN. */
  execute(sql: string): void {
    let statement = this.#plain.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#plain.set(sql, statement);
    }
    statement.run();
  }
}
