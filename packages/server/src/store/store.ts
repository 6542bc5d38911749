import { OperatorError } from '../errors.ts';
import { announcements } from './announcements.ts';
import { apiKeys } from './api-keys.ts';
import type { Database, Executor } from './database.ts';
import { idempotency } from './idempotency.ts';
import { inbox } from './inbox.ts';
import { migrate, migrationState } from './migrate.ts';
import { players } from './players.ts';
import { projects } from './projects.ts';
import { queue } from './queue.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';
import { tickets } from './tickets.ts';

const on = (db: Executor) => ({
  projects: projects(db),
  apiKeys: apiKeys(db),
  players: players(db),
  tickets: tickets(db),
  queue: queue(db),
  inbox: inbox(db),
  announcements: announcements(db),
  idempotency: idempotency(db),
});

const bound = new WeakMap<Executor, ReturnType<typeof on>>();

/** The stores on a transaction's executor, made once for each: an engine hands out the same few again and again. */
function within(tx: Executor): ReturnType<typeof on> {
  let stores = bound.get(tx);
  if (stores === undefined) {
    stores = on(tx);
    bound.set(tx, stores);
  }
  return stores;
}

/** The stores of one transaction; they are of no use after it. */
export type Transaction = ReturnType<typeof on>;

export type Store = ReturnType<typeof createStore>;

/** All that is stored, by what it is about. */
export function createStore(db: Database) {
  return {
    ...on(db),
    /**
     * Runs `work` on stores of one transaction; resolves once it is on disk. Inside, use only what it is handed: the
     * outer store would wait for this very transaction to end.
     */
    transaction: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => db.transaction((tx) => work(within(tx))),
    migrate: () => migrate(db),
    /** Ids of the migrations that `migrate` would apply. @throws OperatorError if the database is newer */
    pendingMigrations: async () => (await migrationState(db)).pending,
    /** Whether no migration was ever applied. */
    isEmpty: async () => (await migrationState(db)).applied === 0,
    /** Whether it can be read and a transaction can be had. */
    ready: () => db.transaction(async () => true).catch(() => false),
    backup: (file: string) => db.backup(file),
    check: () => db.check(),
    close: () => db.close(),
  };
}

/** Opens the store that a DATABASE_URL names. */
export async function openStore(url: string, options: SqliteOptions): Promise<Store> {
  return createStore(await openSqlite(databaseFile(url), options));
}

/** The file of `sqlite:<path>`, relative to the working directory. */
export function databaseFile(url: string): string {
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(url)?.[1];
  if (file === undefined) throw new OperatorError('DATABASE_URL must be sqlite:<path of the file>');
  return file;
}
