import type { ServerResponse } from 'node:http';

/**
 * A slot that counts until the response has been sent, or its connection is closed. So a client that
 * does not read cannot make the server hold more and more responses.
 */
export class ResponseSlot implements Disposable {
  readonly #response: ServerResponse;
  readonly #free: () => void;
  #isFree = false;

  constructor(response: ServerResponse, free: () => void) {
    this.#response = response;
    this.#free = free;
  }

  /** Frees it before the response ends: for a stream, which stays open. */
  free(): void {
    if (this.#isFree) return;
    this.#isFree = true;
    this.#free();
  }

  /** The work is done. The slot stays taken until the response is closed. */
  [Symbol.dispose](): void {
    if (this.#response.closed) this.free();
    else this.#response.once('close', () => this.free());
  }
}
