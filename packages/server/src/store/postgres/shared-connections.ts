import { Socket } from 'node:net';
import pg from 'pg';

/**
 * Many quick reads share each connection: a read is sent before earlier results arrive (pipelining,
 * PostgreSQL manual, 54.2.4), and reads that begin together share system calls.
 */
export class SharedConnections {
  readonly #connections: { reads: number; client: Promise<pg.Client> | undefined }[];
  readonly #settings: pg.ClientConfig;

  /** A slow read delays only its own connection. */
  constructor(settings: pg.ClientConfig, count: number) {
    this.#settings = settings;
    this.#connections = Array.from({ length: count }, () => ({ reads: 0, client: undefined }));
  }

  /** Reads without a result. */
  get inFlight(): number {
    return this.#connections.reduce((sum, { reads }) => sum + reads, 0);
  }

  /** Takes the connection with the fewest reads. Then call `release`, with true if it broke. */
  async connect(): Promise<{ readonly client: pg.Client; release(broken?: boolean): void }> {
    const connection = this.#connections.reduce((least, other) => (other.reads < least.reads ? other : least));
    const forget = () => {
      if (connection.client === client) connection.client = undefined;
    };
    connection.client ??= this.#open(forget);
    const { client } = connection;
    connection.reads++;
    try {
      const connected = await client;
      return {
        client: connected,
        release(broken = false) {
          connection.reads--;
          if (!broken) return;
          forget();
          connected.end().catch(() => {});
        },
      };
    } catch (error) {
      connection.reads--;
      forget();
      throw error;
    }
  }

  async #open(ended: () => void): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#settings, pipeline: true });
    // Without a listener, a broken connection would end the process.
    client.on('error', ended).on('end', ended);
    await client.connect();
    return client;
  }

  async close(): Promise<void> {
    for (const { client } of this.#connections) {
      const opened = await client?.catch(() => undefined);
      if (opened === undefined) continue;
      opened.end().catch(() => {});
      const { stream } = opened.connection;
      // A silent server must not keep the process alive.
      if (stream instanceof Socket) stream.unref();
    }
  }
}

/** Sends statements that begin together with one system call. */
export function sendTogether({ connection: { stream } }: pg.Client): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
