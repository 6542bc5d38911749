import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config.ts';
import { openStore, type Store } from '../store/store.ts';

export interface Invocation {
  readonly config: Config;
  readonly positionals: readonly string[];
  readonly values: { readonly json?: boolean; readonly name?: string };
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

/** Runs `work` on the store, beside a server that may be running on it, and closes it again. */
export async function withStore<T>({ config }: Invocation, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config.databaseUrl, { mode: 'tool' });
  try {
    await store.migrate();
    return await work(store);
  } finally {
    await store.close();
  }
}

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
