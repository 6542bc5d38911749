import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bus } from '../bus.ts';
import { pack, unpack } from './bus-payload.ts';

// The channel depends on the schema, because installations can share a database.
const IDENTITY = "SELECT pg_backend_pid() AS pid, 'player_support_' || to_hex(hashtext(current_schema())) AS channel";
const NOTIFY = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload';
const RECONNECT_MS = 1000;
/** Between two NOTIFY: each takes a lock of the whole server. */
const PAUSE_MS = 50;
/** More waiting notifications become one: anything may have changed. */
const MAX_UNSENT = 1000;
/** While notifications cannot arrive, a node assumes a change this often. */
const ASSUME_CHANGE_MS = 15_000;
const CLOSE_MS = 500;

type Listener = (contents: readonly unknown[] | undefined) => void;

/**
 * LISTEN and NOTIFY on one connection, which is replaced when it breaks. A pooler that shares
 * connections breaks LISTEN; its process id, other than PostgreSQL's, reveals it.
 */
export function postgresBus(settings: pg.ClientConfig): Bus {
  const listeners = new Map<string, Set<Listener>>();
  const closing = new AbortController();
  const self = randomBytes(8).toString('hex');
  /** As JSON, so that equal ones are sent once. */
  const unsent = new Set<string>();
  let lost = false;
  let sending: Promise<void> | undefined;
  let connected: { readonly client: pg.Client; readonly channel: string } | undefined;
  let socket: Socket | undefined;
  let isListening = false;

  /** Listens until the connection ends. */
  async function listen(): Promise<void> {
    // `close` needs the socket if the server does not respond.
    const ownSocket = new Socket();
    socket = ownSocket;
    // Without a listener, the error of an idle connection would end the process.
    const client = new pg.Client({ ...settings, stream: () => ownSocket });
    const ended = new Promise<void>((resolve) => client.on('end', resolve).on('error', () => resolve()));
    try {
      await client.connect();
      client.on('notification', ({ payload = '' }) => receive(payload));
      const { rows } = await client.query<{ pid: number; channel: string }>(IDENTITY);
      const [{ pid, channel } = { pid: 0, channel: '' }] = rows;
      await client.query(`LISTEN ${channel}`);
      connected = { client, channel };
      // Changes may have happened without this connection.
      assumeChange();
      isListening = pid === processId(client);
      if (lost) sending ??= send();
      await ended;
    } finally {
      connected = undefined;
      isListening = false;
      ownSocket.destroy();
    }
  }

  function assumeChange(): void {
    for (const group of listeners.values()) for (const listener of group) listener(undefined);
  }

  function receive(payload: string): void {
    const { from, notifications } = unpack(payload);
    if (from === self) return;
    if (notifications === null) {
      assumeChange();
      return;
    }
    for (const [topic, group] of listeners) {
      const contents = notifications.filter(([name]) => name === topic).map(([, content]) => content);
      if (contents.length > 0) for (const listener of group) listener(contents);
    }
  }

  function publish(topic: string, content: unknown): void {
    if (connected === undefined || unsent.size >= MAX_UNSENT) lost = true;
    else unsent.add(JSON.stringify([topic, content]));
    if (connected !== undefined) sending ??= send();
  }

  async function send(): Promise<void> {
    while (connected !== undefined && (unsent.size > 0 || lost)) {
      const payloads = pack(self, lost ? null : unsent);
      unsent.clear();
      lost = false;
      const { client, channel } = connected;
      await client.query(NOTIFY, [channel, payloads]).catch(() => {
        lost = true;
      });
      if (closing.signal.aborted) break;
      await sleep(PAUSE_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
    sending = undefined;
  }

  const running = (async () => {
    while (!closing.signal.aborted) {
      await listen().catch(() => {});
      await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  })();
  const timer = setInterval(() => isListening || assumeChange(), ASSUME_CHANGE_MS).unref();

  return {
    publish,
    subscribe(topic, listener) {
      listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener));
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await Promise.race([sending, sleep(CLOSE_MS, undefined, { ref: false })]);
      socket?.destroy();
      await running;
    },
  };
}

/** Sent at connection start. The driver's types lack it. */
function processId(client: pg.Client): number | undefined {
  return 'processID' in client ? Number(client.processID) : undefined;
}
