import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready, RecordedResponse } from './bare-http.ts';
import { pinned } from './pinning.ts';
import type { Seeded } from './rows.ts';

const CHECKOUT = path.resolve(import.meta.dirname, '..');
const BARE_HTTP = path.join(import.meta.dirname, 'bare-http.ts');
const PLAIN = path.join(import.meta.dirname, 'plain/main.ts');
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 60_000;

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

export interface RealServer extends RunningServer {
  readonly metricsPort: number;
  /** From its process's start to its first response. */
  readonly startMilliseconds: number;
}

interface Helper {
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

export interface BareHttp extends RunningServer {
  serve(responses: readonly RecordedResponse[]): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Kills all running processes if a benchmark fails. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

function start(
  core: number | undefined,
  args: string[],
  stdio: StdioOptions,
  env: NodeJS.ProcessEnv,
  node = process.execPath,
): ChildProcess {
  const [command, commandArgs] = pinned(core, node, args);
  const child = spawn(command, commandArgs, { stdio, env });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`a server exited by itself with code ${child.exitCode}`);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  const [code] = await exit;
  clearTimeout(deadline);
  if (code !== 0) throw new Error(`a server failed to stop: exit code ${code}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  return response?.status === 200;
}

/** Where benchmarks differ from the defaults. */
export const BENCH_SETTINGS = {
  // One address and key send all load. The limits stay on.
  RATE_LIMIT_IDENTIFY_ADDRESS: '1000000000',
  RATE_LIMIT_TEAM: '1000000000',
  RATE_LIMIT_TEAM_WRITE: '1000000000',
  // Without load shedding, to measure how many requests are possible.
  POLL_TARGET_PER_SECOND: '0',
  SHED_READS: 'off',
  // The same for `--against` a checkout that does not know SHED_READS.
  SHED_AFTER_MILLISECONDS: '60000',
  SHED_IN_FLIGHT: '1000000',
};

/** Starts a checkout's server like `npm start`. Other settings have their defaults. */
export async function startReal(
  { url, directory }: Pick<Seeded, 'url' | 'directory'>,
  core: number | undefined,
  nodeOptions: readonly string[] = [],
  settings: Readonly<Record<string, string>> = BENCH_SETTINGS,
  checkout: string = CHECKOUT,
): Promise<RealServer> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const log = path.join(directory, 'server.log');
  const fd = fs.openSync(log, 'a');
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: url,
    ...settings,
  };
  const began = performance.now();
  const child = start(
    core,
    [
      ...['--max-semi-space-size=16', '--max-old-space-size=1024', ...nodeOptions],
      ...['scripts/run.mjs', 'packages/server/src/main.ts'].map((file) => path.join(checkout, file)),
    ],
    ['ignore', fd, fd],
    env,
    // With another Node, run.mjs would start an extra process.
    checkout === CHECKOUT ? undefined : path.join(checkout, 'node_modules/node/bin/node'),
  );
  fs.closeSync(fd);
  while (!(await isReady(`http://127.0.0.1:${port}/healthz`))) {
    if (child.exitCode !== null || performance.now() - began > START_TIMEOUT_MS) {
      throw new Error(`the server did not start:\n${fs.readFileSync(log, 'utf8').slice(-2000)}`);
    }
    await sleep(2);
  }
  const startMilliseconds = performance.now() - began;
  return { pid: child.pid ?? 0, port, metricsPort, startMilliseconds, stop: () => stop(child) };
}

/** Starts a process that sends a message when ready, and exits on disconnect. */
async function startHelper(
  core: number | undefined,
  file: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Helper & { ready: Ready }> {
  const child = start(core, [file], ['ignore', 'inherit', 'inherit', 'ipc'], { PATH: process.env.PATH, ...env });
  const [ready] = (await once(child, 'message')) as [Ready];
  return {
    child,
    ready,
    async stop() {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}

export async function startPlain(url: string, core: number | undefined): Promise<RunningServer> {
  const { child, ready, stop } = await startHelper(core, PLAIN, { DATABASE_URL: url });
  return { pid: child.pid ?? 0, port: ready.port, stop };
}

export async function startBareHttp(core: number | undefined): Promise<BareHttp> {
  const { child, ready, stop } = await startHelper(core, BARE_HTTP);
  return {
    pid: child.pid ?? 0,
    port: ready.port,
    async serve(responses) {
      const done = once(child, 'message');
      child.send(responses as RecordedResponse[]);
      await done;
    },
    stop,
  };
}

/** Node adds these. */
const NODE_HEADERS = new Set(['date', 'connection', 'keep-alive']);

function parseRequest(request: string) {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const [method = '', path = ''] = line.split(' ');
  return {
    method,
    path,
    headers: Object.fromEntries(fields.map((field) => field.split(': ') as [string, string])),
    body,
  };
}

/** Sends a request. Returns the response in the form that bare node:http repeats. */
export async function exchange(port: number, request: string): Promise<RecordedResponse> {
  const { method, path, headers, body } = parseRequest(request);
  const sent = http.request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { ...headers, connection: 'keep-alive' },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  const names = response.rawHeaders.filter((_value, index) => index % 2 === 0);
  const kept = names.flatMap((name, index) =>
    NODE_HEADERS.has(name.toLowerCase()) ? [] : [name, response.rawHeaders[2 * index + 1] ?? ''],
  );
  return { status: response.statusCode ?? 0, headers: kept, body: text };
}
