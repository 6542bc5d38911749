import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { SECOND } from '../../domain/time.ts';

/** The memory that responses to one address may use. */
const ADDRESS_SHARE = 0.25;
const REVIEW_MS = SECOND;

/** The client reads it slowly. */
interface Unread {
  readonly bytes: number;
  /** When the server finished it, in monotonic milliseconds. */
  readonly since: number;
}

/** The unread responses of one address, oldest first. */
interface Reader {
  bytes: number;
  readonly responses: Map<ServerResponse, Unread>;
}

type Limits = Pick<Config, 'responseBufferMegabytes' | 'responseTimeoutSeconds'>;

/**
 * Bounds the memory of responses whose clients read slowly or not at all, and the time that they
 * stay. A response that the system takes at once, as most, costs nothing.
 *
 * - If an address exceeds its share, the server closes the connection of its oldest unread
 *   response, but not the only one: every response can be read.
 * - If all together exceed the limit, it does so at the address with the most bytes.
 * - A response that is not read in time is closed too. `closeIdleConnection` closes those that read
 *   nothing.
 */
export class SlowReaders {
  readonly #maxBytes: number;
  readonly #maxMs: number;
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #readers = new Map<string, Reader>();
  #bytes = 0;
  /** Connections, since the last log line. */
  #closed = 0;
  /** Runs only while responses are unread. */
  #timer: NodeJS.Timeout | undefined;

  constructor({ responseBufferMegabytes, responseTimeoutSeconds }: Limits, logger: Pick<Logger, 'warn'>) {
    this.#maxBytes = responseBufferMegabytes * 1_000_000;
    this.#maxMs = responseTimeoutSeconds * SECOND;
    this.#logger = logger;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Watches a response from its end on: Node emits `prefinish` after its last byte. So event
   * streams are exempt.
   */
  watch(response: ServerResponse, address: () => string): void {
    response.on('prefinish', () => {
      if (response.writableLength > 0) this.#add(response, address());
    });
  }

  #add(response: ServerResponse, address: string): void {
    const reader = this.#readers.get(address) ?? { bytes: 0, responses: new Map() };
    this.#readers.set(address, reader);
    const unread = { bytes: response.writableLength, since: performance.now() };
    reader.responses.set(response, unread);
    reader.bytes += unread.bytes;
    this.#bytes += unread.bytes;
    response.once('close', () => this.#remove(response, address));
    this.#timer ??= setInterval(() => this.#review(), REVIEW_MS).unref();

    while (reader.bytes > this.#maxBytes * ADDRESS_SHARE && reader.responses.size > 1) this.#closeOldest(address);
    while (this.#bytes > this.#maxBytes && this.#readers.size > 1) this.#closeOldest(this.#heaviest());
  }

  #remove(response: ServerResponse, address: string): void {
    const reader = this.#readers.get(address);
    const unread = reader?.responses.get(response);
    if (reader === undefined || unread === undefined) return;
    reader.responses.delete(response);
    reader.bytes -= unread.bytes;
    this.#bytes -= unread.bytes;
    if (reader.responses.size === 0) this.#readers.delete(address);
  }

  #heaviest(): string {
    const [first = ''] = this.#readers.keys();
    const bytesOf = (address: string) => this.#readers.get(address)?.bytes ?? 0;
    return this.#readers.keys().reduce((most, address) => (bytesOf(address) > bytesOf(most) ? address : most), first);
  }

  #closeOldest(address: string): void {
    const [oldest] = this.#readers.get(address)?.responses.keys() ?? [];
    if (oldest !== undefined) this.#close(oldest, address);
  }

  #close(response: ServerResponse, address: string): void {
    this.#closed++;
    this.#remove(response, address);
    response.destroy();
  }

  #review(): void {
    const latest = performance.now() - this.#maxMs;
    for (const [address, { responses }] of this.#readers) {
      for (const [response, { since }] of responses) {
        if (since > latest) break;
        this.#close(response, address);
      }
    }
    if (this.#closed > 0) {
      const line = { closed: this.#closed, bytes: this.#bytes };
      this.#logger.warn(line, 'connections of clients that read too slowly were closed');
    }
    this.#closed = 0;
    if (this.#readers.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }
}
