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
export function createSlowReaders(
  { responseBufferMegabytes, responseTimeoutSeconds }: Limits,
  logger: Pick<Logger, 'warn'>,
) {
  const maxBytes = responseBufferMegabytes * 1_000_000;
  const readers = new Map<string, Reader>();
  let bytes = 0;
  /** Connections, since the last log line. */
  let closed = 0;
  /** Runs only while responses are unread. */
  let timer: NodeJS.Timeout | undefined;

  function add(response: ServerResponse, address: string): void {
    const reader = readers.get(address) ?? { bytes: 0, responses: new Map() };
    readers.set(address, reader);
    const unread = { bytes: response.writableLength, since: performance.now() };
    reader.responses.set(response, unread);
    reader.bytes += unread.bytes;
    bytes += unread.bytes;
    response.once('close', () => remove(response, address));
    timer ??= setInterval(review, REVIEW_MS).unref();

    while (reader.bytes > maxBytes * ADDRESS_SHARE && reader.responses.size > 1) closeOldest(address);
    while (bytes > maxBytes && readers.size > 1) closeOldest(heaviest());
  }

  function remove(response: ServerResponse, address: string): void {
    const reader = readers.get(address);
    const unread = reader?.responses.get(response);
    if (reader === undefined || unread === undefined) return;
    reader.responses.delete(response);
    reader.bytes -= unread.bytes;
    bytes -= unread.bytes;
    if (reader.responses.size === 0) readers.delete(address);
  }

  function heaviest(): string {
    const [first = ''] = readers.keys();
    const bytesOf = (address: string) => readers.get(address)?.bytes ?? 0;
    return readers.keys().reduce((most, address) => (bytesOf(address) > bytesOf(most) ? address : most), first);
  }

  function closeOldest(address: string): void {
    const [oldest] = readers.get(address)?.responses.keys() ?? [];
    if (oldest !== undefined) close(oldest, address);
  }

  function close(response: ServerResponse, address: string): void {
    closed++;
    remove(response, address);
    response.destroy();
  }

  function review(): void {
    const latest = performance.now() - responseTimeoutSeconds * SECOND;
    for (const [address, { responses }] of readers) {
      for (const [response, { since }] of responses) {
        if (since > latest) break;
        close(response, address);
      }
    }
    if (closed > 0) logger.warn({ closed, bytes }, 'connections of clients that read too slowly were closed');
    closed = 0;
    if (readers.size === 0) timer = void clearInterval(timer);
  }

  return {
    bytes: () => bytes,
    /**
     * Watches a response from its end on: Node emits `prefinish` after its last byte. So event
     * streams are exempt.
     */
    watch(response: ServerResponse, address: () => string): void {
      response.on('prefinish', () => {
        if (response.writableLength > 0) add(response, address());
      });
    },
  };
}
