import pg from 'pg';
import type { LoadResult } from './generator.ts';
import type { RecordedStatement } from './recording.ts';

/**
 * The least that the PostgreSQL driver can do for the statements of the real server: a pool of the
 * same size sends them, and nothing else.
 */

/** A message to this process. */
export type Command =
  | {
      readonly kind: 'prepare';
      readonly url: string;
      readonly poolSize: number;
      readonly requests: RecordedStatement[][];
    }
  | { readonly kind: 'run'; readonly concurrency: number; readonly seconds: number };

let pool: pg.Pool | undefined;
let requests: RecordedStatement[][] = [];
let next = 0;
let newNumber = 1_000_000;

/** The statement with new values for the columns that must be unique. */
function withUniqueValues({ text, name, values, uniqueValues }: RecordedStatement): pg.QueryConfig {
  if (values === undefined) return { text };
  const newValues = [...values];
  for (const index of uniqueValues) {
    const value = newValues[index];
    const number = ++newNumber;
    newValues[index] = typeof value === 'string' ? `${value.slice(0, -10)}${String(number).padStart(10, '0')}` : number;
  }
  return { text, values: newValues, ...(name === undefined ? {} : { name }) };
}

/** Sends statements as the server does: those between BEGIN and COMMIT on one connection. */
async function request(from: pg.Pool, statements: readonly RecordedStatement[]): Promise<void> {
  let client: pg.PoolClient | undefined;
  try {
    for (const statement of statements) {
      if (statement.text === 'BEGIN') client = await from.connect();
      await (client ?? from).query(withUniqueValues(statement));
      if (statement.text !== 'COMMIT') continue;
      client?.release();
      client = undefined;
    }
  } finally {
    // A statement failed.
    client?.release(true);
  }
}

async function run(from: pg.Pool, concurrency: number, seconds: number): Promise<LoadResult> {
  const began = performance.now();
  const end = began + seconds * 1000;
  const times: number[] = [];
  let lost = 0;
  const worker = async () => {
    for (let started = performance.now(); started < end; started = performance.now()) {
      try {
        await request(from, requests[next++ % requests.length] ?? []);
        times.push(performance.now() - started);
      } catch (error) {
        if (++lost === 1) console.error(error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const microseconds = (performance.now() - began) * 1000;
  times.sort((a, b) => a - b);
  const percentile = (share: number) => Math.round(1000 * (times[Math.floor(times.length * share)] ?? 0));
  const answered = times.length;
  return {
    sent: answered + lost,
    answered,
    microseconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    refused: 0,
    lost,
  };
}

async function execute(command: Command): Promise<object> {
  if (command.kind === 'run') return pool === undefined ? {} : run(pool, command.concurrency, command.seconds);
  await pool?.end();
  pool = new pg.Pool({ connectionString: command.url, max: command.poolSize });
  requests = command.requests;
  next = 0;
  return {};
}

process.on('message', async (command: Command) => process.send?.(await execute(command)));
process.on('disconnect', () => process.exit());
process.send?.({});
