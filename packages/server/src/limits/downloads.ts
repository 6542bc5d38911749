import { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

const MAX_OF_CALLER = 2;
const MAX = 20;

/** Sends long results page by page, few at once: each keeps pages in memory. */
export class Downloads {
  readonly #open = new Map<string, number>();
  #total = 0;

  /**
   * Counts until its last read ends. `pages` should end once `isOver`: the client left. Throws
   * AppError `rate-limited` if too many are open.
   */
  begin(callerId: string, pages: (isOver: () => boolean) => AsyncIterable<string>): Readable {
    const open = this.#open.get(callerId) ?? 0;
    if (open >= MAX_OF_CALLER || this.#total >= MAX) throw tooMany();
    this.#open.set(callerId, open + 1);
    this.#total += 1;
    // The next page is read when the client has taken most of the last one.
    const lines: Readable = Readable.from(
      pages(() => lines.destroyed),
      { highWaterMark: 1 },
    );
    return lines.once('close', () => this.#end(callerId));
  }

  #end(callerId: string): void {
    const left = (this.#open.get(callerId) ?? 1) - 1;
    if (left === 0) this.#open.delete(callerId);
    else this.#open.set(callerId, left);
    this.#total -= 1;
  }
}

function tooMany(): AppError {
  const detail = `At most ${MAX_OF_CALLER} exports of one caller, and ${MAX} of all, are sent at the same time.`;
  return new AppError('rate-limited', { detail, headers: { 'retry-after': '10' } });
}
