import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { databaseFile } from '../../src/store/database-url.ts';

/** As the driver received it. */
export interface Sent {
  /** As `databaseOf` names it. */
  readonly database: string;
  readonly text: string;
  /** Of a prepared PostgreSQL statement. */
  readonly name: string | undefined;
}

/** SQLite's file, or PostgreSQL's database name and schema. */
export function databaseOf(url: string): string {
  const file = databaseFile(url);
  if (file !== undefined) return file;
  const { pathname, searchParams } = new URL(url);
  return postgresName(pathname.slice(1), searchParams.get('options') ?? undefined);
}

const postgresName = (database: string, options: string | undefined) => `${database} ${options ?? ''}`;

type Listener = (one: Sent) => void;
const listeners = new Set<Listener>();
let unwatch: (() => void) | undefined;

/** Records this process's statements until the test's end. */
export function watchStatements(t: Pick<TestContext, 'after'>): readonly Sent[] {
  const sent: Sent[] = [];
  const listener: Listener = (one) => sent.push(one);
  listeners.add(listener);
  unwatch ??= watchDrivers((one) => {
    for (const listen of listeners) listen(one);
  });
  t.after(() => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    unwatch?.();
    unwatch = undefined;
  });
  return sent;
}

function watchDrivers(heard: Listener): () => void {
  const restore = [watchPostgres(heard), watchSqlite(heard)];
  return () => {
    for (const end of restore) end();
  };
}

function watchPostgres(heard: Listener): () => void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | pg.QueryConfig];
    // The driver's types lack it.
    const { connectionParameters } = this as unknown as {
      connectionParameters: { database: string; options?: string };
    };
    const { database, options } = connectionParameters;
    const { text, name } = typeof first === 'string' ? { text: first, name: undefined } : first;
    heard({ database: postgresName(database, options), text, name });
    return Reflect.apply(query, this, args);
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}

function watchSqlite(heard: Listener): () => void {
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
      heard({ database: databases.get(this) ?? '', text: this.sourceSQL, name: undefined });
      return Reflect.apply(original, this, args);
    } as Run;
  Object.assign(StatementSync.prototype, { all: watched(all), get: watched(get), run: watched(run) });
  return () => {
    DatabaseSync.prototype.prepare = prepare;
    Object.assign(StatementSync.prototype, { all, get, run });
  };
}
