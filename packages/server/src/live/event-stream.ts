import { Readable } from 'node:stream';
import type { Access } from '../domain/access.ts';

/** Bytes that may wait for a slow client. If more wait, it is disconnected and can resume later. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** The caller that reads a stream: a member or an API key. */
export interface Reader extends Access {
  readonly id: string;
}

/** The change feed of one client, as the body of its response. */
export class EventStream {
  readonly readable = new Readable({ read() {} });
  /** The reader, with its access as of the last check. */
  reader: Reader;
  /** @throws AppError if the reader no longer has access */
  readonly reauthenticate: () => Promise<Reader>;
  #ended = false;

  constructor(reader: Reader, reauthenticate: () => Promise<Reader>) {
    this.reader = reader;
    this.reauthenticate = reauthenticate;
  }

  write(text: string): void {
    if (text === '' || this.#ended || this.readable.destroyed) return;
    this.readable.push(text);
    if (this.readable.readableLength > MAX_BUFFERED_BYTES) this.readable.destroy();
  }

  /** Ends the response after all that was written. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.readable.push(null);
  }
}
