import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const MAIN = path.join(import.meta.dirname, '../../server/src/main.ts');
/** After a kill, so that somebody can write meanwhile. */
const DOWN_MS = 3000;

/** In its own process. */
export interface Service {
  /** Changes with each start. Undefined while no process serves. */
  readonly url: string | undefined;
  readonly pid: number | undefined;
  readonly starts: number;
  readonly firstOutput: string;
  /** SIGKILL, like a crash. Another process starts after a few seconds. */
  kill(): void;
  /** Ends the process in order, and starts no other one. */
  stop(): Promise<void>;
}

/**
 * Restarts the server whenever it ends. `onChange`: after each start and end. Throws if the first
 * start fails.
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
        // The demo signs its visitor in with it.
        PRINT_SECRETS: 'always',
        // The browser keeps nothing of the demo.
        CONSOLE_OFFLINE: 'off',
        // With one player, the game may ask often.
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

/** Leaves out the settings of another server. */
function inherited(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Returns the server's output up to its start. */
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
