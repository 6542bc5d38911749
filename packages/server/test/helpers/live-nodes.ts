import type { TestContext } from 'node:test';
import type pg from 'pg';
import { eventually } from './builders.ts';
import { postgresSchema } from './databases.ts';
import type { ReceivedEvent } from './event-streams.ts';
import { connect, type Node, startNodes, withParameters } from './postgres-nodes.ts';

/** The connections of two nodes that listen for changes. */
export interface Listeners {
  /** Ends them, or only one of them. */
  cut(one?: 0 | 1): Promise<void>;
  /** Waits until both nodes listen, on other connections than the ones that `cut` ended. */
  bothListen(): Promise<void>;
}

/** @param name the application name of all connections of the nodes */
export async function listenersOf(t: TestContext, url: string, name: string): Promise<Listeners> {
  const observer = await connect(t, url);
  const ended: number[] = [];
  const pids = async (): Promise<number[]> => {
    const sql = "SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND query ~ '^(LISTEN|SELECT pg_notify)'";
    const { rows } = await observer.query(sql, [name]);
    return rows.map(({ pid }) => pid).filter((pid) => !ended.includes(pid));
  };
  return {
    async cut(one) {
      const chosen = (await pids()).sort().filter((_pid, index) => one === undefined || index === one);
      ended.push(...chosen);
      await observer.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [chosen]);
    },
    bothListen: () => eventually(async () => (await pids()).length === 2),
  };
}

export interface LiveNodes {
  readonly nodes: readonly [Node, Node];
  readonly url: string;
  readonly listeners: Listeners;
}

/** Two nodes that listen for changes of each other. */
export async function startLiveNodes(t: TestContext, name: string): Promise<LiveNodes> {
  const url = await postgresSchema(t);
  const application = `${name}-${process.pid}`;
  const [here, there] = await startNodes(t, 2, withParameters(url, { application_name: application }));
  if (here === undefined || there === undefined) throw new Error('no nodes');
  const listeners = await listenersOf(t, url, application);
  await listeners.bothListen();
  return { nodes: [here, there], url, listeners };
}

/** A client that loads the tickets that events name, and all tickets after a reset. */
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
