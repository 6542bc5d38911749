import { once } from 'node:events';
import path from 'node:path';
import { POSTGRES_DEFAULTS } from '../packages/server/src/store/postgres/options.ts';
import type { Command } from './bare-driver.ts';
import type { RecordedResponse } from './bare-http.ts';
import { generate, type Load, type LoadResult } from './generator.ts';
import { exchange, startBareHttp, startHelper } from './processes.ts';
import { type RecordedStatement, recordStatements } from './recording.ts';

const DRIVER = path.join(import.meta.dirname, 'bare-driver.ts');

/** What one request costs PostgreSQL. */
export interface DatabaseCost {
  readonly roundTrips: number;
  readonly transactions: number;
}

interface ServerUnderTest {
  readonly port: number;
  /** Its DATABASE_URL. */
  readonly url: string;
}

/**
 * A process that does one part of the server's work and nothing else. The server is compared with
 * it.
 */
export interface Baseline {
  readonly pid: number;
  /**
   * How many sample requests it needs. Each has its own row, which the server's rounds do not use.
   */
  readonly sampleCount: number;
  /** Records what the real server does for the samples, so that `load()` can repeat it. */
  record(samples: readonly string[], server: ServerUnderTest): Promise<DatabaseCost | undefined>;
  load(load: Load): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Bare node:http, which repeats the server's responses. */
export async function httpBaseline(core: number | undefined): Promise<Baseline> {
  const bareHttp = await startBareHttp(core);
  return {
    pid: bareHttp.pid,
    // The inboxes of players differ.
    sampleCount: 64,
    async record(samples, { port }) {
      const responses: RecordedResponse[] = [];
      for (const sample of samples) responses.push(await exchange(port, sample));
      const failed = responses.find(({ status }) => status >= 300);
      if (failed !== undefined) throw new Error(`a sample got the response ${failed.status}: ${failed.body}`);
      await bareHttp.serve(responses);
      for (const response of responses) {
        const repeated = await exchange(bareHttp.port, samples[0] ?? '');
        if (JSON.stringify(repeated) !== JSON.stringify(response)) {
          throw new Error('bare node:http does not respond like the server');
        }
      }
      return undefined;
    },
    // It has no rate limits, so it can use each row any number of times.
    load: (load) => generate({ ...load, port: bareHttp.port, maxRequests: Number.MAX_SAFE_INTEGER }),
    stop: () => bareHttp.stop(),
  };
}

/** The bare PostgreSQL driver, which repeats the server's statements on a pool of the same size. */
export async function driverBaseline(core: number | undefined): Promise<Baseline> {
  const { child, stop } = await startHelper(core, DRIVER);
  const send = async (command: Command): Promise<unknown> => {
    const reply = once(child, 'message');
    child.send(command);
    return (await reply)[0];
  };
  return {
    pid: child.pid ?? 0,
    // Many players, so that PostgreSQL has to find each one again.
    sampleCount: 1000,
    async record(samples, { url }) {
      const requests = await recordStatements(url, samples);
      await send({ kind: 'prepare', url, poolSize: POSTGRES_DEFAULTS.poolSize, requests });
      return costOf(requests[0] ?? []);
    },
    load: async ({ connections, seconds }) =>
      (await send({ kind: 'run', concurrency: connections, seconds })) as LoadResult,
    stop,
  };
}

/** A statement outside of BEGIN and COMMIT is a transaction of its own. */
function costOf(statements: readonly RecordedStatement[]): DatabaseCost {
  const texts = statements.map(({ text }) => text);
  const explicit = texts.filter((text) => text === 'BEGIN').length;
  let inExplicit = 0;
  for (let at = texts.indexOf('BEGIN'); at >= 0; at = texts.indexOf('BEGIN', at + 1)) {
    inExplicit += texts.indexOf('COMMIT', at) - at - 1;
  }
  return { roundTrips: texts.length, transactions: texts.length - 2 * explicit - inExplicit + explicit };
}
