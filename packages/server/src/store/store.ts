import { announcements } from './announcements.ts';
import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import type { Bus } from './bus.ts';
import type { Database, Executor, TransactionExecutor, WriteTimes } from './database.ts';
import { databaseFile } from './database-url.ts';
import { idempotency } from './idempotency.ts';
import { inbox } from './inbox.ts';
import { invitations } from './invitations.ts';
import { macros } from './macros.ts';
import { memberSessions } from './member-sessions.ts';
import { members } from './members.ts';
import { migrate, migrationState } from './migrate.ts';
import { players } from './players.ts';
import { postgresBus } from './postgres/bus.ts';
import { openPostgres } from './postgres/open.ts';
import { POSTGRES_DEFAULTS, type PostgresOptions } from './postgres/options.ts';
import { projects } from './projects.ts';
import { queue } from './queue.ts';
import { queueCounts } from './queue-counts.ts';
import { serviceSecrets } from './service-secrets.ts';
import { openSqlite } from './sqlite/open.ts';
import { statusChanges } from './status-changes.ts';
import { ticketEvents } from './ticket-events.ts';
import { ticketFacets } from './ticket-facets.ts';
import { tickets } from './tickets.ts';

const on = (db: Executor) => ({
  projects: projects(db),
  apiKeys: apiKeys(db),
  members: members(db),
  memberSessions: memberSessions(db),
  invitations: invitations(db),
  audit: audit(db),
  players: players(db),
  tickets: tickets(db),
  ticketEvents: ticketEvents(db),
  statusChanges: statusChanges(db),
  queue: queue(db),
  queueCounts: queueCounts(db),
  ticketFacets: ticketFacets(db),
  macros: macros(db),
  serviceSecrets: serviceSecrets(db),
  inbox: inbox(db),
  announcements: announcements(db),
  idempotency: idempotency(db),
});

/** The stores of one transaction; they are of no use after it. */
export type Transaction = ReturnType<typeof on> & Pick<TransactionExecutor, 'tryLock'>;

export type Store = ReturnType<typeof createStore>;

/** All that is stored, by what it is about. */
export function createStore(db: Database, bus?: Bus) {
  return {
    ...on(db),
    /** The way to the other nodes; undefined where there are none. */
    bus,
    /**
     * Runs `work` on stores of one transaction; resolves once it is on disk. Inside, use only what it is handed: the
     * outer store would wait for this very transaction to end.
     */
    transaction: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      db.transaction((tx) => work({ ...on(tx), tryLock: tx.tryLock })),
    migrate: () => migrate(db),
    /** Ids of the migrations that `migrate` would apply. @throws OperatorError if the database is newer */
    pendingMigrations: async () => (await migrationState(db)).pending,
    /** Whether no migration was ever applied. */
    isEmpty: async () => (await migrationState(db)).applied === 0,
    /** Whether it can be read and a transaction can be had. */
    ready: () => db.transaction(async () => true).catch(() => false),
    backup: (file: string) => db.backup(file),
    check: () => db.check(),
    /** The name and version of what keeps the data. */
    engine: db.engine,
    close: async () => {
      await bus?.close();
      await db.close();
    },
  };
}

export interface StoreOptions {
  /**
   * `serve`: a process that serves, on SQLite the only one. `tool`: a short-lived helper beside it.
   */
  readonly mode: 'serve' | 'tool';
  readonly times?: WriteTimes | undefined;
  readonly postgres?: PostgresOptions;
  /** Told, on SQLite, of each file whose mode is corrected; without it existing modes stay. */
  readonly notice?: ((text: string) => void) | undefined;
}

/** Opens the store that a DATABASE_URL names. @throws OperatorError if it cannot be used */
export async function openStore(
  url: string,
  { mode, times, postgres = POSTGRES_DEFAULTS, notice }: StoreOptions,
): Promise<Store> {
  const db = await openDatabase(url, { mode, times, postgres, notice });
  const told = mode === 'serve' && databaseFile(url) === undefined;
  return createStore(db, told ? postgresBus(url, postgres) : undefined);
}

/** Opens the database that a DATABASE_URL names, without stores. @throws OperatorError if it cannot be used */
export async function openDatabase(
  url: string,
  { mode, times, postgres = POSTGRES_DEFAULTS, notice }: StoreOptions,
): Promise<Database> {
  const file = databaseFile(url);
  return file === undefined ? openPostgres(url, postgres, times) : openSqlite(file, { mode, times, notice });
}
