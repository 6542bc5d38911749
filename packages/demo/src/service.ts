import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const MAIN = path.join(import.meta.dirname, '../../server/src/main.ts');
/** How long the server stays away after it was killed, so that somebody can write meanwhile. */
const DOWN_MS = 3000;

/** The server program in a process of its own. */
export interface Service {
  /** Where it listens; it changes with each start. undefined while no process serves. */
  readonly url: string | undefined;
  readonly pid: number | undefined;
  readonly starts: number;
  /** What the first start printed. */
  readonly firstOutput: string;
  /** Ends the process with SIGKILL, as a crash does, and starts another one after a few seconds. */
  kill(): void;
  /** Ends the process in order, and starts no other one. */
  stop(): Promise<void>;
}

/**
 * Starts the server on a folder of data, and starts it again whenever it ends.
 *
 * @param onChange called after each start and end
 * @throws Error if the first start fails
 */
export async function startService(
  folder: string,
  onChange: (process: Pick<Service, 'pid' | 'starts'>) => void,
): Promise<Service> {
  let child: ChildProcess;
  let exited: Promise<unknown>;
  let url: string | undefined;
  let starts = 0;
  let isStopping = false;

  async function start(): Promise<string> {
    child = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...inherited(),
        HOST: '127.0.0.1',
        PORT: '0',
        DATABASE_URL: `sqlite:${path.join(folder, 'player-support.db')}`,
        LOG_LEVEL: 'fatal',
        // The demo signs its visitor in with what the first start prints.
        PRINT_SECRETS: 'always',
        // The browser shall keep nothing of the demo.
        CONSOLE_OFFLINE: 'off',
        // One player only, so the game may ask often.
        POLL_ACTIVE_SECONDS: '2',
        POLL_OPEN_SECONDS: '2',
        POLL_IDLE_SECONDS: '2',
      },
    });
    const one = child;
    exited = once(one, 'exit');
    one.once('exit', () => {
      url = undefined;
      onChange({ pid: undefined, starts });
    });
    const output = await printed(one);
    [, url] = /^Player Support is at (\S+)$/m.exec(output) ?? [];
    starts++;
    onChange({ pid: one.pid, starts });
    void restartAfter(exited);
    return output;
  }

  async function restartAfter(end: Promise<unknown>): Promise<void> {
    await end;
    await setTimeout(DOWN_MS);
    if (isStopping) return;
    await start().catch((error: unknown) => {
      if (!isStopping) console.error(error);
    });
  }

  const firstOutput = await start();
  return {
    get url() {
      return url;
    },
    get pid() {
      return url === undefined ? undefined : child.pid;
    },
    get starts() {
      return starts;
    },
    firstOutput,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** The environment without settings of another server. */
function inherited(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Waits until the server has started. @returns what it printed */
async function printed(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error('a program without a pipe');
  let output = '';
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code} before it was ready: ${output}`);
  });
  ended.catch(() => {});
  while (!/^Player Support is at \S+\n[\s\S]*\n\n$/m.test(output)) await Promise.race([once(stdout, 'data'), ended]);
  return output;
}
