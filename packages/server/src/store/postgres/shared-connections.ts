import { Socket } from 'node:net';
import pg from 'pg';

/**
 * Connections that many quick reads use at the same time. Each read is sent at once, without waiting
 * for the results of earlier ones, and PostgreSQL answers in the same order (pipelining, PostgreSQL
 * manual, 54.2.4). So the reads of one turn of the event loop share their system calls.
 */
export class SharedConnections {
  readonly #slots: { reads: number; client: Promise<pg.Client> | undefined }[];
  readonly #settings: pg.ClientConfig;

  /** @param number a slow read delays the reads behind it, but not those of other connections */
  constructor(settings: pg.ClientConfig, number: number) {
    this.#settings = settings;
    this.#slots = Array.from({ length: number }, () => ({ reads: 0, client: undefined }));
  }

  /** How many reads have no result yet. */
  get waitingCount(): number {
    return this.#slots.reduce((sum, { reads }) => sum + reads, 0);
  }

  /** The connection with the fewest reads. Call `release` after the read, with true if it broke. */
  async connect(): Promise<{ readonly client: pg.Client; release(broken?: boolean): void }> {
    const slot = this.#slots.reduce((least, other) => (other.reads < least.reads ? other : least));
    slot.client ??= this.#open();
    const { client } = slot;
    slot.reads++;
    const forget = () => {
      if (slot.client === client) slot.client = undefined;
    };
    try {
      const connected = await client;
      sendTogether(connected);
      return {
        client: connected,
        release(broken = false) {
          slot.reads--;
          if (!broken) return;
          forget();
          connected.end().catch(() => {});
        },
      };
    } catch (error) {
      slot.reads--;
      forget();
      throw error;
    }
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#settings, pipeline: true });
    // Without a listener, the error of a broken connection would end the process. Its next read
    // fails, and the one after it opens a new connection.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async close(): Promise<void> {
    for (const { client } of this.#slots) {
      const opened = await client?.catch(() => undefined);
      if (opened === undefined) continue;
      opened.end().catch(() => {});
      const { stream } = opened.connection;
      // A server that does not respond must not keep the process alive.
      if (stream instanceof Socket) stream.unref();
    }
  }
}

/** Sends what this turn of the event loop writes with one system call. */
function sendTogether({ connection: { stream } }: pg.Client): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
