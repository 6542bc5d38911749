import { Readable } from 'node:stream';
import type { Access } from '../domain/access.ts';

/** Waiting bytes of a slow client. With more, it is disconnected and can resume later. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

export interface Reader extends Access {
  readonly id: string;
}

export class EventStream {
  readonly readable = new Readable({ read() {} });
  /** With its access as of the last check. */
  reader: Reader;
  /** Throws AppError if the reader lost access. */
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
