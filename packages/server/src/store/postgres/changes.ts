import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionSettings } from './open.ts';
import type { PostgresOptions } from './options.ts';

const CHANNEL = 'player_support_projects';
const RETRY = 1000;

/** What nodes tell one another: which project changed. A message lost costs freshness, never data. */
export interface Changes {
  publish(projectId: string): void;
  subscribe(listener: (projectId?: string) => void): void;
  close(): Promise<void>;
}

/**
 * Changes by LISTEN and NOTIFY on one connection, made anew whenever it breaks. Behind a pooler that shares connections
 * between transactions nothing arrives, and nodes go by the age of what they know.
 */
export function postgresChanges(url: string, options: PostgresOptions): Changes {
  const listeners = new Set<(projectId?: string) => void>();
  const closing = new AbortController();
  /** Projects that changed here and that nobody was told of yet. */
  const untold = new Set<string>();
  let publishing = false;
  let client: pg.Client | undefined;
  let socket: Socket | undefined;

  /** Listens until the connection ends. */
  async function listen(): Promise<void> {
    // Its own socket, so that it can be ended without the help of a server that may not answer any more.
    const wire = new Socket();
    socket = wire;
    // Idle by design: nothing but its end says that it broke. An error without a listener would end the process.
    const connection = new pg.Client({ ...connectionSettings(url, options), stream: () => wire });
    const ended = new Promise<void>((resolve) => connection.on('end', resolve).on('error', () => resolve()));
    try {
      await connection.connect();
      connection.on('notification', ({ payload }) => tell(payload));
      await connection.query(`LISTEN ${CHANNEL}`);
      client = connection;
      // Whatever changed while nobody listened.
      tell(undefined);
      await ended;
    } finally {
      client = undefined;
      wire.destroy();
    }
  }

  /** One statement at a time: a connection takes no second one meanwhile. */
  async function publishAll(): Promise<void> {
    if (publishing) return;
    publishing = true;
    for (const projectId of untold) {
      untold.delete(projectId);
      await client?.query('SELECT pg_notify($1, $2)', [CHANNEL, projectId]).catch(() => {});
    }
    publishing = false;
  }

  function tell(projectId: string | undefined): void {
    for (const listener of listeners) listener(projectId);
  }

  const running = (async () => {
    while (!closing.signal.aborted) {
      await listen().catch(() => {});
      await sleep(RETRY, undefined, { signal: closing.signal }).catch(() => {});
    }
  })();

  return {
    publish(projectId) {
      untold.add(projectId);
      void publishAll();
    },
    subscribe: (listener) => void listeners.add(listener),
    async close() {
      closing.abort();
      socket?.destroy();
      await running;
    },
  };
}
