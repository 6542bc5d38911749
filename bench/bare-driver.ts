import pg from 'pg';
import type { Seen } from './generator.ts';
import type { Recorded } from './recording.ts';

/** What this process is told. */
export type Order =
  | { readonly kind: 'learn'; readonly url: string; readonly poolSize: number; readonly requests: Recorded[][] }
  | { readonly kind: 'run'; readonly atOnce: number; readonly seconds: number };

// The least that the driver can do for these statements: a pool of as many connections as the server's, and nothing else.
let pool: pg.Pool | undefined;
let requests: Recorded[][] = [];
let next = 0;
let fresh = 1_000_000;

/** The statement once more, with new values where there must not be the same twice. */
function again({ text, name, values, fresh: places }: Recorded): pg.QueryConfig {
  if (values === undefined) return { text };
  const own = [...values];
  for (const place of places) {
    const value = own[place];
    const number = ++fresh;
    own[place] = typeof value === 'string' ? `${value.slice(0, -10)}${String(number).padStart(10, '0')}` : number;
  }
  return { text, values: own, ...(name === undefined ? {} : { name }) };
}

/** As the server does it: what is between BEGIN and COMMIT on one connection, all else on any. */
async function request(from: pg.Pool, statements: readonly Recorded[]): Promise<void> {
  let client: pg.PoolClient | undefined;
  try {
    for (const statement of statements) {
      if (statement.text === 'BEGIN') client = await from.connect();
      await (client ?? from).query(again(statement));
      if (statement.text !== 'COMMIT') continue;
      client?.release();
      client = undefined;
    }
  } finally {
    // Only where a statement failed.
    client?.release(true);
  }
}

async function run(from: pg.Pool, atOnce: number, seconds: number): Promise<Seen> {
  const began = performance.now();
  const end = began + seconds * 1000;
  const times: number[] = [];
  let broken = 0;
  const one = async () => {
    for (let started = performance.now(); started < end; started = performance.now()) {
      try {
        await request(from, requests[next++ % requests.length] ?? []);
        times.push(performance.now() - started);
      } catch (error) {
        if (++broken === 1) console.error(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const microseconds = (performance.now() - began) * 1000;
  times.sort((a, b) => a - b);
  const percentile = (share: number) => Math.round(1000 * (times[Math.floor(times.length * share)] ?? 0));
  const answered = times.length;
  return {
    sent: answered + broken,
    answered,
    microseconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    refused: 0,
    broken,
  };
}

async function obey(order: Order): Promise<object> {
  if (order.kind === 'run') return pool === undefined ? {} : run(pool, order.atOnce, order.seconds);
  await pool?.end();
  pool = new pg.Pool({ connectionString: order.url, max: order.poolSize });
  requests = order.requests;
  next = 0;
  return {};
}

process.on('message', async (order: Order) => process.send?.(await obey(order)));
process.on('disconnect', () => process.exit());
process.send?.({});
