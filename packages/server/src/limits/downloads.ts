import { Readable } from 'node:stream';
import { type CountedCaller, isFullFor, placesTaken } from '../domain/counted-caller.ts';
import { AppError } from '../errors.ts';

const MAX_OF_CALLER = 2;
const MAX = 20;

/** Sends long results page by page, few at once: each keeps pages in memory. */
export class Downloads {
  readonly #open = new Map<Readable, CountedCaller>();

  /**
   * Counts until its last read ends. `pages` should end once `isOver`: the client left. Throws
   * AppError `rate-limited` if too many are open.
   */
  begin(caller: CountedCaller, pages: (isOver: () => boolean) => AsyncIterable<string>): Readable {
    const taken = [...this.#open.values()];
    if (isFullFor(caller, taken, MAX) || placesTaken(caller, taken) >= MAX_OF_CALLER) throw tooMany();
    // The next page is read when the client has taken most of the last one.
    const lines: Readable = Readable.from(
      pages(() => lines.destroyed),
      { highWaterMark: 1 },
    );
    this.#open.set(lines, caller);
    return lines.once('close', () => this.#open.delete(lines));
  }
}

function tooMany(): AppError {
  const detail = `At most ${MAX_OF_CALLER} exports of one member and its API keys, and ${MAX} of all, are sent at the same time.`;
  return new AppError('rate-limited', { detail, headers: { 'retry-after': '10' } });
}
