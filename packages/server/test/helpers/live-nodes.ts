import type { TestContext } from 'node:test';
import type pg from 'pg';
import { eventually } from './builders.ts';
import { postgresSchema } from './databases.ts';
import type { ReceivedEvent } from './event-streams.ts';
import { startServer, type TestServer } from './harness.ts';
import { connect, type Node, startNodes, withParameters } from './postgres-nodes.ts';

/** Two nodes listen for changes on these connections. */
interface Listeners {
  /** `one`: only that node's. */
  cut(one?: 0 | 1): Promise<void>;
  /** Waits until both nodes listen, on other connections than `cut` ended. */
  bothListen(): Promise<void>;
}

let databases = 0;

/** Creates two nodes' database. Returns their addresses and listeners. */
export async function liveDatabase(t: TestContext) {
  const url = await postgresSchema(t);
  const names = [0, 1].map((index) => `node-${index}-${process.pid}-${++databases}`);
  const urlOf = (index: number) => withParameters(url, { application_name: names[index] ?? '' });
  const observer = await connect(t, url);
  const ended: number[] = [];
  const pidsOf = async (name: string): Promise<number[]> => {
    // Idle when the node has the answer.
    const sql = `SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND state = 'idle'
      AND query ~ '^(LISTEN|SELECT pg_notify)'`;
    const { rows } = await observer.query(sql, [name]);
    return rows.map(({ pid }) => pid).filter((pid) => !ended.includes(pid));
  };
  const listeners: Listeners = {
    async cut(one) {
      const chosen = one === undefined ? names : names.slice(one, one + 1);
      const pids = (await Promise.all(chosen.map(pidsOf))).flat();
      ended.push(...pids);
      await observer.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
    },
    bothListen: () => eventually(async () => (await Promise.all(names.map(pidsOf))).every((pids) => pids.length === 1)),
  };
  return { url, urls: [urlOf(0), urlOf(1)] as const, listeners };
}

/** They listen for each other's changes. */
export async function startLiveNodes(t: TestContext) {
  const { url, urls, listeners } = await liveDatabase(t);
  const [here, there] = await startNodes(t, 2, (index) => urls[index === 0 ? 0 : 1]);
  if (here === undefined || there === undefined) throw new Error('no nodes');
  await listeners.bothListen();
  const nodes: readonly [Node, Node] = [here, there];
  return { nodes, url, listeners };
}

/**
 * Starts two servers in this process. Only the test moves their time, so no cache entry expires by
 * itself.
 */
export async function twoServers(
  t: TestContext,
  urls: readonly [string, string],
): Promise<readonly [TestServer, TestServer]> {
  const start = (DATABASE_URL: string) =>
    // A server without pages logs a warning.
    startServer(t, { env: { DATABASE_URL, RATE_LIMITS: 'off' }, builtPages: true });
  return [await start(urls[0]), await start(urls[1])];
}

/** Loads the tickets that events name, and all after a reset. */
export class Screen {
  readonly shown = new Map<string, number>();
  resets = 0;
  readonly #db: pg.Client;
  #loading: Promise<unknown> = Promise.resolve();

  constructor(db: pg.Client) {
    this.#db = db;
  }

  handle({ name, data }: ReceivedEvent): void {
    const only: string | null = name === 'ticket' ? data.ticketId : null;
    if (name === 'reset') this.resets++;
    if (name !== 'reset' && name !== 'ticket') return;
    this.#loading = this.#loading.then(async () => {
      const sql = 'SELECT ticket_id AS id, message_count AS count FROM ticket WHERE ticket_id = $1 OR $1 IS NULL';
      for (const { id, count } of (await this.#db.query(sql, [only])).rows) this.shown.set(id, count);
    });
  }

  loaded(): Promise<unknown> {
    return this.#loading;
  }
}
