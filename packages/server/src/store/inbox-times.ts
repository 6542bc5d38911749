import { DAY } from '../domain/time.ts';

/**
 * Times of what polls with `since` find. They never go back, though the clock can: a client sends
 * the time of its last poll, or of its last message.
 */
export class InboxTimes {
  /** That this process has told players. One a day ahead was an error. */
  #latest = 0;

  /** Call it for each poll. */
  noteTold(now: number): number {
    if (now > this.#latest || now < this.#latest - DAY) this.#latest = now;
    return this.#latest;
  }

  /** For a new message. `last`: of the player's last one, perhaps by another node's clock. */
  next(now: number, last: number | null): number {
    const told = this.noteTold(now);
    // Later than it, so that ids of both sort. With a right clock they do in one millisecond.
    return last !== null && last >= told && last > now ? last + 1 : told;
  }
}
