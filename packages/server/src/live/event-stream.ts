import { Readable } from 'node:stream';
import type { Access } from '../domain/access.ts';

/** Bytes that wait for a client that reads too slowly. With more it is cut off, and resumes when it can. */
const MAX_BEHIND = 1024 * 1024;

/** Who reads a stream: a member or an API key. */
export interface Reader extends Access {
  readonly id: string;
}

/** The events of one client as the bytes of its answer. */
export class EventStream {
  readonly readable = new Readable({ read() {} });
  /** As it was when last looked at. */
  reader: Reader;
  /** @throws AppError once the reader may read no longer */
  readonly reauthenticate: () => Promise<Reader>;
  #ended = false;

  constructor(reader: Reader, reauthenticate: () => Promise<Reader>) {
    this.reader = reader;
    this.reauthenticate = reauthenticate;
  }

  write(text: string): void {
    if (text === '' || this.#ended || this.readable.destroyed) return;
    this.readable.push(text);
    if (this.readable.readableLength > MAX_BEHIND) this.readable.destroy();
  }

  /** Ends the answer once what was written is sent. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.readable.push(null);
  }
}
