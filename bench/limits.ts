import { once } from 'node:events';
import path from 'node:path';
import { POSTGRES_DEFAULTS } from '../packages/server/src/store/postgres/options.ts';
import type { Order } from './bare-driver.ts';
import type { CannedAnswer } from './baseline.ts';
import { generate, type Load, type Seen } from './generator.ts';
import { exchange, startBaseline, startHelper } from './processes.ts';
import { type Recorded, recordStatements } from './recording.ts';

const DRIVER = path.join(import.meta.dirname, 'bare-driver.ts');

/** What PostgreSQL is asked for one request. */
export interface DatabaseCost {
  readonly roundTrips: number;
  readonly transactions: number;
}

/** What the server is measured against: a process that does a part of its work, and nothing more. */
export interface Limit {
  readonly pid: number;
  /** How many requests it wants to see of an operation, each for a row of its own that the server then does without. */
  readonly samples: number;
  /** Prepares for an operation, from requests to the real server there and on its database. */
  learn(requests: readonly string[], port: number, url: string): Promise<DatabaseCost | undefined>;
  load(load: Load): Promise<Seen>;
  stop(): Promise<void>;
}

/** Bare node:http, which gives the bytes of the server's own answers. */
export async function httpLimit(core: number | undefined): Promise<Limit> {
  const baseline = await startBaseline(core);
  return {
    pid: baseline.pid,
    // Players' inboxes are not all alike.
    samples: 64,
    async learn(requests, port) {
      const answers: CannedAnswer[] = [];
      for (const request of requests) answers.push(await exchange(port, request));
      const wrong = answers.find(({ status }) => status >= 300);
      if (wrong !== undefined) throw new Error(`a sample was answered with ${wrong.status}: ${wrong.body}`);
      await baseline.serve(answers);
      for (const answer of answers) {
        const same = JSON.stringify(await exchange(baseline.port, requests[0] ?? '')) === JSON.stringify(answer);
        if (!same) throw new Error('the baseline does not answer as the server does');
      }
      return undefined;
    },
    // It does nothing with a row, so that it can have any of them as often as it likes.
    load: (load) => generate({ ...load, port: baseline.port, mostRequests: Number.MAX_SAFE_INTEGER }),
    stop: () => baseline.stop(),
  };
}

/** The bare driver without HTTP, which sends the server's own statements from a pool of the same size. */
export async function driverLimit(core: number | undefined): Promise<Limit> {
  const { child, stop } = await startHelper(core, DRIVER);
  const tell = async (order: Order): Promise<unknown> => {
    const answer = once(child, 'message');
    child.send(order);
    return (await answer)[0];
  };
  return {
    pid: child.pid ?? 0,
    // Many players, so that PostgreSQL looks for each one anew.
    samples: 1000,
    async learn(samples, _port, url) {
      const requests = await recordStatements(url, samples);
      await tell({ kind: 'learn', url, poolSize: POSTGRES_DEFAULTS.poolSize, requests });
      return costOf(requests[0] ?? []);
    },
    load: async ({ connections, seconds }) => (await tell({ kind: 'run', atOnce: connections, seconds })) as Seen,
    stop,
  };
}

/** What stands outside of BEGIN and COMMIT is a transaction by itself. */
function costOf(statements: readonly Recorded[]): DatabaseCost {
  const texts = statements.map(({ text }) => text);
  const begun = texts.filter((text) => text === 'BEGIN').length;
  let inside = 0;
  for (let at = texts.indexOf('BEGIN'); at >= 0; at = texts.indexOf('BEGIN', at + 1)) {
    inside += texts.indexOf('COMMIT', at) - at - 1;
  }
  return { roundTrips: texts.length, transactions: texts.length - 2 * begun - inside + begun };
}
