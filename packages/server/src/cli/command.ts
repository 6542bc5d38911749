import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { openStore, type Store } from '../store/store.ts';
import type { RevokedGrants } from '../team/revoke-grants.ts';

export interface Invocation {
  readonly config: Config;
  readonly positionals: readonly string[];
  readonly values: {
    readonly json?: boolean;
    readonly name?: string;
    readonly from?: string;
    readonly to?: string;
    readonly role?: string;
    readonly expires?: string;
    readonly email?: string;
    readonly project?: readonly string[];
  };
  print(text: string): void;
}

export interface Command {
  /** Its words, then its arguments as `<name>` and its options as `--option`. */
  readonly usage: string;
  readonly about: string;
  readonly options?: ParseArgsOptionsConfig;
  /** The exit code. */
  run(invocation: Invocation): Promise<number>;
}

/** Tells the operator something beside the output of a command. */
export function notice(text: string): void {
  process.stderr.write(`player-support: ${text}\n`);
}

/** Runs `work` on the store, beside a server that may be running on it, and closes it again. */
export async function withStore<T>(
  { config }: Invocation,
  work: (store: Store) => Promise<T>,
  { anySchema = false } = {},
): Promise<T> {
  const store = await openStore(config.databaseUrl, { mode: 'tool', postgres: config.postgres, notice });
  try {
    if (!anySchema) await requireSchema(store);
    return await work(store);
  } finally {
    await store.close();
  }
}

/** An empty database gets its tables; one of an older program, which may be running, is left alone. */
async function requireSchema(store: Store): Promise<void> {
  const pending = await store.pendingMigrations();
  if (pending.length === 0) return;
  if (!(await store.isEmpty())) throw new OperatorError('the database is older than this program; run: migrate');
  await store.migrate();
}

/** What ended because somebody lost access, for a person. */
export const endedText = ({ suspendedKeys, deletedLinks }: RevokedGrants) =>
  `API keys suspended: ${suspendedKeys}, links deleted: ${deletedLinks}`;

/** Lines of text for a person, in columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
