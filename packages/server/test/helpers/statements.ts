import { StatementSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import pg from 'pg';

/** One statement as it was handed to the driver. */
export interface Sent {
  readonly text: string;
  /** Of a prepared statement of PostgreSQL. */
  readonly name: string | undefined;
}

/** Writes down every statement that this process sends to a database, until the end of the test. */
export function watchStatements(t: Pick<TestContext, 'after'>): Sent[] {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | pg.QueryConfig];
    sent.push(typeof first === 'string' ? { text: first, name: undefined } : { text: first.text, name: first.name });
    return Reflect.apply(query, this, args);
  } as typeof query;
  const { all, get, run } = StatementSync.prototype;
  const watched = <Run extends typeof all | typeof get | typeof run>(original: Run) =>
    function (this: StatementSync, ...args: unknown[]) {
      sent.push({ text: this.sourceSQL, name: undefined });
      return Reflect.apply(original, this, args);
    } as Run;
  Object.assign(StatementSync.prototype, { all: watched(all), get: watched(get), run: watched(run) });
  t.after(() => {
    pg.Client.prototype.query = query;
    Object.assign(StatementSync.prototype, { all, get, run });
  });
  return sent;
}
