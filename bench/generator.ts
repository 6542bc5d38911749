import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pinned } from './pinning.ts';
import type { Rows } from './rows.ts';

const SCRIPT = path.join(import.meta.dirname, 'generator.lua');

export interface Load {
  readonly port: number;
  /** A file with the request. */
  readonly template: string;
  readonly rows: Rows;
  /** Requests sent before: it begins with the row after theirs. */
  readonly first: number;
  readonly maxRequests: number;
  readonly connections: number;
  readonly seconds: number;
  readonly core: number | undefined;
}

/** In microseconds. */
export interface LoadResult {
  readonly sent: number;
  readonly answered: number;
  readonly microseconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Responses with 400 and above. */
  readonly refused: number;
  /** Refused and broken connections, and requests without a response. */
  readonly lost: number;
}

export function generatorExists(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined;
}

/** Sends requests to a port until the time is over. */
export async function generate(load: Load): Promise<LoadResult> {
  const { port, template, rows, first, maxRequests, connections, seconds, core } = load;
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', SCRIPT];
  const script = [template, rows.file, first, rows.count, maxRequests, ...rows.widths].map(String);
  const child = spawn(...pinned(core, 'wrk', [...options, `http://127.0.0.1:${port}`, '--', ...script]), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  await once(child, 'close');
  const result = /^RESULT (.+)$/m.exec(output)?.[1];
  if (result === undefined) throw new Error(`wrk did not finish:\n${output}`);
  return JSON.parse(result) as LoadResult;
}
