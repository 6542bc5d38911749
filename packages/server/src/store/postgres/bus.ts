import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bus } from '../bus.ts';
import { pack, unpack } from './bus-payload.ts';
import { connectionSettings } from './open.ts';
import type { PostgresOptions } from './options.ts';

// With the schema in it: two installations in one database must not hear each other.
const ABOUT = "SELECT pg_backend_pid() AS pid, 'player_support_' || to_hex(hashtext(current_schema())) AS channel";
const NOTIFY = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload';
const RETRY = 1000;
/** Between two NOTIFY: each takes a lock, for a moment, that all of the cluster's share. Milliseconds. */
const PAUSE = 50;
/** Words that wait to be told. Where there are more, the others are told that anything may have changed. */
const MOST_UNTOLD = 1000;
/** How often a node that may hear nothing takes it that something changed. */
const DEAF = 15_000;
/** What the end waits for the last words to be told. */
const LAST_WORDS = 500;

type Listener = (words: readonly unknown[] | undefined) => void;

/**
 * A bus by LISTEN and NOTIFY on one connection, made anew whenever it breaks. Behind a pooler that shares connections
 * between transactions next to nothing arrives; it is known by the process id, which is not that of PostgreSQL then.
 */
export function postgresBus(url: string, options: PostgresOptions): Bus {
  const listeners = new Map<string, Set<Listener>>();
  const closing = new AbortController();
  const self = randomBytes(8).toString('hex');
  /** As JSON, so that what is said twice is told once. */
  const untold = new Set<string>();
  /** Whether words were lost, so that the others must take it that anything changed. */
  let lost = false;
  let telling: Promise<void> | undefined;
  let connected: { readonly client: pg.Client; readonly channel: string } | undefined;
  let socket: Socket | undefined;
  let hears = false;

  /** Listens until the connection ends. */
  async function listen(): Promise<void> {
    // Its own socket, so that it can be ended without the help of a server that may not answer any more.
    const wire = new Socket();
    socket = wire;
    // Idle by design: nothing but its end says that it broke. An error without a listener would end the process.
    const client = new pg.Client({ ...connectionSettings(url, options), stream: () => wire });
    const ended = new Promise<void>((resolve) => client.on('end', resolve).on('error', () => resolve()));
    try {
      await client.connect();
      client.on('notification', ({ payload = '' }) => receive(payload));
      const { rows } = await client.query<{ pid: number; channel: string }>(ABOUT);
      const [{ pid, channel } = { pid: 0, channel: '' }] = rows;
      await client.query(`LISTEN ${channel}`);
      connected = { client, channel };
      // Whatever changed while nobody listened.
      anything();
      hears = pid === processId(client);
      // What could not be told meanwhile.
      if (lost) telling ??= tell();
      await ended;
    } finally {
      connected = undefined;
      hears = false;
      wire.destroy();
    }
  }

  function anything(): void {
    for (const group of listeners.values()) for (const listener of group) listener(undefined);
  }

  function receive(payload: string): void {
    const { from, words } = unpack(payload);
    if (from === self) return;
    if (words === null) anything();
    else {
      for (const [topic, group] of listeners) {
        const said = words.filter(([of]) => of === topic).map(([, word]) => word);
        if (said.length > 0) for (const listener of group) listener(said);
      }
    }
  }

  function publish(topic: string, word: unknown): void {
    if (connected === undefined || untold.size >= MOST_UNTOLD) lost = true;
    else untold.add(JSON.stringify([topic, word]));
    if (connected !== undefined) telling ??= tell();
  }

  /** Tells what there is to tell, in batches. One statement at a time: a connection takes no second one meanwhile. */
  async function tell(): Promise<void> {
    while (connected !== undefined && (untold.size > 0 || lost)) {
      const payloads = pack(self, lost ? null : untold);
      untold.clear();
      lost = false;
      const { client, channel } = connected;
      await client.query(NOTIFY, [channel, payloads]).catch(() => {
        lost = true;
      });
      if (closing.signal.aborted) break;
      await sleep(PAUSE, undefined, { signal: closing.signal }).catch(() => {});
    }
    telling = undefined;
  }

  const running = (async () => {
    while (!closing.signal.aborted) {
      await listen().catch(() => {});
      await sleep(RETRY, undefined, { signal: closing.signal }).catch(() => {});
    }
  })();
  const timer = setInterval(() => hears || anything(), DEAF).unref();

  return {
    publish,
    subscribe(topic, listener) {
      listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener));
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await Promise.race([telling, sleep(LAST_WORDS, undefined, { ref: false })]);
      socket?.destroy();
      await running;
    },
  };
}

/** The id that the server gave itself at the start of the connection; not in the driver's types. */
function processId(client: pg.Client): number | undefined {
  return 'processID' in client ? Number(client.processID) : undefined;
}
