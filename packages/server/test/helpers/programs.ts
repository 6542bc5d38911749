import assert from 'node:assert/strict';
import { type ChildProcess, fork, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { HostedCommand } from './cli-host.ts';
import type { ConfigChanges } from './config-changes.ts';
import { executeSql } from './databases.ts';
import { ROOT } from './image.ts';
import { TEST_SECRET_KEY } from './test-secret-key.ts';

/** In separate processes, as an operator runs them. */

export type Settings = Readonly<Record<string, string>>;

const MAIN = path.join(import.meta.dirname, '../../src/main.ts');
export const CLI = path.join(import.meta.dirname, '../../src/cli.ts');
const CHANGED_SERVER = path.join(import.meta.dirname, 'changed-server.ts');
const CLI_HOST = path.join(import.meta.dirname, 'cli-host.ts');

/** A start takes a second when idle, ten at a load of 18. */
const MAX_RUN_MS = 180_000;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function launch(file: string, args: readonly string[], settings: Settings): ChildProcess {
  return spawn(process.execPath, [file, ...args], optionsWith(settings));
}

/**
 * Gives programs only PATH and the compile cache, which halves their start. Tests read the output.
 */
export function optionsWith(settings: Settings): SpawnOptions {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const defaults = { PATH, NODE_COMPILE_CACHE, SECRET_KEY: TEST_SECRET_KEY, PRINT_SECRETS: 'always' };
  return { env: { ...defaults, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] };
}

async function finish(child: ChildProcess): Promise<Finished> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('a program without pipes');
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(stdout), text(stderr)]);
  return { code: code as number | null, stdout: out, stderr: err };
}

/** The signal kills it; the exit code is null then. */
export function cliProcess(args: readonly string[], settings: Settings, kill?: AbortSignal): Promise<Finished> {
  const child = launch(CLI, args, settings);
  kill?.addEventListener('abort', () => child.kill('SIGKILL'));
  return finish(child);
}

let host: ChildProcess | undefined;
let lastCommand: Promise<unknown> = Promise.resolve();

/** One child process runs all these commands, in a tenth of the time. */
export function cli(args: readonly string[], settings: Settings): Promise<Finished> {
  const finished = lastCommand.then(() => hosted(args, settings));
  lastCommand = finished.catch(() => {});
  return finished;
}

function hosted(args: readonly string[], settings: Settings): Promise<Finished> {
  const env = optionsWith(settings).env as Settings;
  host ??= fork(CLI_HOST, { env, execArgv: [] });
  const child = host;
  // The tests' process waits for commands only.
  child.ref();
  child.channel?.ref();
  return new Promise<Finished>((resolve, reject) => {
    const onExit = () => reject(new Error('the host of commands ended'));
    child.once('exit', onExit).once('message', (message) => {
      child.off('exit', onExit).unref();
      child.channel?.unref();
      resolve(message as Finished);
    });
    child.send({ args, env } satisfies HostedCommand);
  });
}

/** Asserts success and returns the output. */
export function printed({ code, stdout, stderr }: Finished): string {
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return stdout;
}

/** Expects one line on stderr and exit code 1. */
export function assertRefused({ code, stdout, stderr }: Finished, message: RegExp): void {
  assert.match(stderr, /^player-support: [^\n]+\n$/);
  assert.match(stderr, message);
  assert.deepEqual([code, stdout], [1, '']);
}

/** Runs a server that must stop by itself. Otherwise it is killed, with exit code null. */
export async function serverThatStops(t: Pick<TestContext, 'after'>, settings: Settings): Promise<Finished> {
  const child = launch(MAIN, [], { PORT: '0', ...settings });
  const deadline = setTimeout(() => child.kill('SIGKILL'), MAX_RUN_MS);
  t.after(() => child.kill('SIGKILL'));
  try {
    return await finish(child);
  } finally {
    clearTimeout(deadline);
  }
}

export interface Output {
  /** Messages and log. */
  stdout(): string;
  stderr(): string;
  wrote(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface ServerProcess extends Output {
  readonly url: string;
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  readonly exited: Promise<number | null>;
}

/** A slow machine's server must not refuse requests or close idle connections. */
export const SERVER_SETTINGS = {
  PORT: '0',
  LOG_LEVEL: 'info',
  SHED_READS: 'off',
  TEAM_READ_PERCENT: '100',
  KEEP_ALIVE_SECONDS: '3600',
};

/**
 * Starts a server in its own process, on a free port. Killed after the test.
 *
 * @param changes of its config. Default: as shipped
 */
export function startProcess(
  t: Pick<TestContext, 'after'>,
  settings: Settings,
  changes?: ConfigChanges,
): Promise<ServerProcess> {
  const [file, ...args] = changes === undefined ? [MAIN] : [CHANGED_SERVER, JSON.stringify(changes)];
  const child = launch(file, args, { ...SERVER_SETTINGS, ...settings });
  return startedServer(t, child, () => child.kill('SIGKILL'));
}

/** Returns what it wrote when it serves. */
export async function startInTerminal(t: Pick<TestContext, 'after'>, settings: Settings): Promise<string> {
  const { env } = optionsWith({ PORT: '0', PRINT_SECRETS: '', ...settings });
  // `script` of util-linux gives a program a terminal.
  const command = `${process.execPath} ${MAIN}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = once(child, 'close');
  t.after(async () => {
    spawnSync('kill', ['-KILL', '--', `-${child.pid}`]);
    await exited;
  });
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += chunk;
    if (/API docs: [\s\S]*\r\n\r\n$/.test(output) && /curl|Nobody/.test(output)) break;
  }
  return output;
}

/** Starts it with `npm start`. `exited` waits for npm and the server. */
export function startWithNpm(t: Pick<TestContext, 'after'>, settings: Settings): Promise<ServerProcess> {
  const options = optionsWith({ PORT: '0', LOG_LEVEL: 'info', ...settings });
  // The server may outlive npm, so kill their group.
  const npm = spawn('npm', ['start'], { ...options, cwd: ROOT, detached: true });
  return startedServer(t, npm, () => spawnSync('kill', ['-KILL', '--', `-${npm.pid}`]));
}

async function startedServer(
  t: Pick<TestContext, 'after'>,
  child: ChildProcess,
  kill: () => unknown,
): Promise<ServerProcess> {
  // `close` comes after all output was read.
  const exited = once(child, 'close').then(([code]) => code as number | null);
  t.after(async () => {
    kill();
    await exited;
  });
  const output = outputOf(child, exited);
  return { ...output, url: await addressIn(output), pid: child.pid ?? 0, kill: (signal) => child.kill(signal), exited };
}

/** Collects what a program writes from now on. `ended`: it writes no more. */
export function outputOf(child: ChildProcess, ended: Promise<unknown>): Output {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk;
  });

  async function wrote(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(out);
      if (found !== null) return found;
      const never = ended.then((code) => {
        throw new Error(`ended with ${code} before it wrote ${pattern}: ${out}${err}`);
      });
      await Promise.race([child.stdout === null ? never : once(child.stdout, 'data'), never]);
    }
  }

  return { stdout: () => out, stderr: () => err, wrote };
}

/** Returns the address when the server listens. */
export async function addressIn({ wrote }: Output): Promise<string> {
  const [, url = ''] = await wrote(/^Player Support is at (http:\/\/\S+)\nAPI docs: \S+\n\n/m);
  return url;
}

/** Reads the first start's API key, and removes its expiry: a key that expires invites nobody. */
export async function firstKey(server: Output, databaseUrl: string): Promise<string> {
  const [, teamKey = ''] = await server.wrote(/shown only this once: (\S+)/);
  await executeSql(databaseUrl, 'UPDATE api_key SET expires_at = NULL');
  return teamKey;
}
