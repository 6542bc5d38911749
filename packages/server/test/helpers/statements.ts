import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { databaseFile } from '../../src/store/database-url.ts';

/** One statement as the driver received it. */
export interface Sent {
  /** Which database it was sent to, as `databaseOf` names it. */
  readonly database: string;
  readonly text: string;
  /** Of a prepared statement of PostgreSQL. */
  readonly name: string | undefined;
}

/** The file of SQLite; the schema of PostgreSQL, as an option of its connections. */
export function databaseOf(url: string): string {
  return databaseFile(url) ?? new URL(url).searchParams.get('options') ?? '';
}

/** Records every statement that this process sends to a database, until the end of the test. */
export function watchStatements(t: Pick<TestContext, 'after'>): readonly Sent[] {
  const sent: Sent[] = [];
  const restore = [watchPostgres(sent), watchSqlite(sent)];
  t.after(() => {
    for (const end of restore) end();
  });
  return sent;
}

function watchPostgres(sent: Sent[]): () => void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | pg.QueryConfig];
    // Not in the driver's types.
    const { connectionParameters } = this as unknown as { connectionParameters: { options?: string } };
    const { text, name } = typeof first === 'string' ? { text: first, name: undefined } : first;
    sent.push({ database: connectionParameters.options ?? '', text, name });
    return Reflect.apply(query, this, args);
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}

function watchSqlite(sent: Sent[]): () => void {
  const databases = new WeakMap<StatementSync, string>();
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args) {
    const statement = Reflect.apply(prepare, this, args);
    databases.set(statement, this.location() ?? '');
    return statement;
  };
  const { all, get, run } = StatementSync.prototype;
  const watched = <Run extends typeof all | typeof get | typeof run>(original: Run) =>
    function (this: StatementSync, ...args: unknown[]) {
      sent.push({ database: databases.get(this) ?? '', text: this.sourceSQL, name: undefined });
      return Reflect.apply(original, this, args);
    } as Run;
  Object.assign(StatementSync.prototype, { all: watched(all), get: watched(get), run: watched(run) });
  return () => {
    DatabaseSync.prototype.prepare = prepare;
    Object.assign(StatementSync.prototype, { all, get, run });
  };
}
