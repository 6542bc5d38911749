import type { TestContext } from 'node:test';
import pg from 'pg';

/** One statement as it was handed to the driver. */
export interface Sent {
  readonly text: string;
  /** Of a prepared statement. */
  readonly name: string | undefined;
}

/** Writes down every statement that this process sends to PostgreSQL, until the end of the test. */
export function watchStatements(t: Pick<TestContext, 'after'>): Sent[] {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | pg.QueryConfig];
    sent.push(typeof first === 'string' ? { text: first, name: undefined } : { text: first.text, name: first.name });
    return Reflect.apply(query, this, args);
  } as typeof query;
  t.after(() => {
    pg.Client.prototype.query = query;
  });
  return sent;
}
