import { existsSync } from 'node:fs';
import { readConfig } from '../config/config.ts';
import { type AuditSubject, audited, noOrigin } from '../operations/audited.ts';
import { OperatorError } from '../operator-error.ts';
import { databaseFile } from '../store/database-url.ts';
import { openStore, type Store, type Transaction } from '../store/store.ts';

const OPERATOR = { type: 'system', id: 'cli', name: 'command line' } as const;

/**
 * Opens the store for `work` and closes it afterwards. An empty database gets its tables first.
 *
 * @param mayCreate whether a missing file is created. If not, it is an error: DATABASE_URL is
 *   probably not that of the server
 * @param anySchema whether `work` accepts an older schema. Then nothing is migrated
 * @param anyKey whether `work` does not need the secret key of the database
 * @param asServer whether no server may use the same SQLite file meanwhile
 * @throws OperatorError if the store cannot be used, or its schema is older than this program
 */
export async function withStore<T>(
  work: (store: Store) => Promise<T>,
  { mayCreate = false, anySchema = false, anyKey = false, asServer = false } = {},
): Promise<T> {
  const { databaseUrl, postgres, secretKey } = readConfig(process.env);
  if (!mayCreate) requireDatabase(databaseUrl);
  const store = await openStore(databaseUrl, { mode: asServer ? 'serve' : 'tool', postgres, secretKey });
  try {
    if (!anySchema) {
      await requireSchema(store);
      if (!anyKey) await store.secrets.begin({ serving: false, alone: false });
    }
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Makes a change with an entry in the audit log, like `audited`. */
export function asOperator<T>(
  store: Store,
  operation: string,
  change: (tx: Transaction, now: number) => Promise<readonly [result: T, subject: AuditSubject | undefined]>,
): Promise<T> {
  const now = Date.now();
  const call = { operation, now, clock: Date.now, caller: OPERATOR, origin: noOrigin };
  return audited(call, store, (tx) => change(tx, now));
}

/** Throws OperatorError if a SQLite database does not exist. */
function requireDatabase(url: string): void {
  const file = databaseFile(url);
  if (file === undefined || existsSync(file)) return;
  throw new OperatorError(`there is no database at ${file}; set DATABASE_URL as for the server, or start it once`);
}

/** Gives an empty database its tables. @throws OperatorError if the schema is not up to date */
async function requireSchema(store: Store): Promise<void> {
  const pending = await store.pendingMigrations();
  if (pending.length === 0) return;
  // An older program may be running on this database.
  if (!(await store.isEmpty()))
    throw new OperatorError('the database is older than this program; run the command migrate');
  await store.migrate();
}
