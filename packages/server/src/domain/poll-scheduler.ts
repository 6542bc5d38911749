import { longestDelay, type PollPacing } from './poll-pacing.ts';
import { RecentMap } from './recent-map.ts';

/** Polls beyond so many times the rate that is aimed at are put off: room for chance. */
const ROOM = 1.1;
/** Seconds of that rate that may come at once. */
const BURST = 5;
/** Of the most that was answered in a second while overloaded, this much is aimed at. */
const BACK_OFF = 0.95;
/** How much a capacity that was lowered grows back in POLL_MAX_SECONDS, when all clients have shown what they were told. */
const GROWTH = 1.05;
/** A client that is put off stays away for at least so many seconds. */
const SOONEST = 10;
const MAX_STRETCH = 64;
/** Clients whose due time is remembered, and up to twice as many. */
const REMEMBERED = 25_000;

/**
 * Which clients were told to come back when: from it follow how many there are, by how much their delays must be stretched
 * for them to come at the target rate, and when there is room for one that is put off. It looks ahead instead of at
 * the polls that come, since the effect of a delay shows only when it has passed. See docs/decisions/014-overload.md.
 *
 * Times are seconds of any clock that only goes forward.
 */
export class PollScheduler {
  readonly #pacing: PollPacing;
  readonly #target: number;
  readonly #size: number;
  /** By the second in which they are due, modulo the size: clients that were answered, */
  readonly #answered: Uint32Array;
  /** the polls per second that these would make at their base delays, */
  readonly #demand: Float64Array;
  /** and clients that were put off, of whom nothing is known. */
  readonly #putOff: Uint32Array;
  /**
   * The second in which a client is due: until then it is counted already, however often it polls.
   * A client that is forgotten has many others between two of its polls, so that counting it twice
   * changes little.
   */
  readonly #dueOf = new RecentMap<number>(REMEMBERED);
  /** Sums of the above. */
  #answeredClients = 0;
  #answeredDemand = 0;
  #putOffClients = 0;
  readonly #opened: number;
  /** What is due up to here has been taken out. */
  #second: number;
  /** Polls per second that are aimed at: the target, or less where that proved too much. */
  #capacity: number;
  #stretch = 1;
  /** Polls that may be answered at once, as of `#filled`. */
  #tokens: number;
  #filled: number;
  /** Polls answered in this second, and the most in one since the last review. */
  #thisSecond = 0;
  #best = 0;
  #reviewed: number;

  /** @param target polls per second; 0: as many as can be answered */
  constructor(pacing: PollPacing, target: number, now: number) {
    this.#pacing = pacing;
    this.#target = target === 0 ? Number.POSITIVE_INFINITY : target;
    this.#capacity = this.#target;
    this.#tokens = this.#target * ROOM * BURST;
    this.#size = longestDelay(pacing) + 1;
    this.#answered = new Uint32Array(this.#size);
    this.#demand = new Float64Array(this.#size);
    this.#putOff = new Uint32Array(this.#size);
    this.#opened = now;
    this.#second = Math.floor(now);
    this.#filled = now;
    this.#reviewed = now;
  }

  /** By how much delays must be stretched, as of the last review: 1 to 64. */
  get stretch(): number {
    return this.#stretch;
  }

  /** Polls per second that are aimed at. */
  get capacity(): number {
    return this.#capacity;
  }

  /** Polls per second that all clients of this book would make at their base delays; of those put off, as many as of the others. */
  get demand(): number {
    if (this.#answeredClients === 0) return 0;
    return this.#answeredDemand * (1 + this.#putOffClients / this.#answeredClients);
  }

  /** Whether clients may still come back that were told so before this book was opened, so that it knows of too few. */
  young(now: number): boolean {
    return now - this.#opened < this.#size;
  }

  /**
   * Whether there is room for one more poll within the target rate, with some more for chance. Only answers use it up.
   * `little`: less than half of a burst is left.
   */
  room(now: number): 'plenty' | 'little' | 'none' {
    const rate = this.#capacity * ROOM;
    if (rate === Number.POSITIVE_INFINITY) return 'plenty';
    this.#tokens = Math.min(rate * BURST, this.#tokens + (now - this.#filled) * rate);
    this.#filled = now;
    if (this.#tokens < 1) return 'none';
    return this.#tokens < (rate * BURST) / 2 ? 'little' : 'plenty';
  }

  /** Whether a client is counted and not due yet. */
  expects(now: number, client: string): boolean {
    this.#advance(now);
    return (this.#dueOf.get(client) ?? 0) > this.#second;
  }

  /**
   * Notes an answer to a client that is told to come back after `delay`, and would be told `base`
   * on an idle server. A client that polls before it is due is not counted again: false then.
   */
  answered(now: number, client: string, base: number, delay: number): boolean {
    const early = this.expects(now, client);
    this.#tokens--;
    this.#best = Math.max(this.#best, ++this.#thisSecond);
    if (early) return false;
    const at = this.#note(client, Math.min(delay, this.#size - 1));
    this.#answered[at] = (this.#answered[at] ?? 0) + 1;
    this.#demand[at] = (this.#demand[at] ?? 0) + 1 / base;
    this.#answeredClients++;
    this.#answeredDemand += 1 / base;
    return true;
  }

  /**
   * Gives the seconds until a client that is put off should try again, and notes it unless it is
   * counted already or unknown. They are spread over the delay that an idle client would be told,
   * as if it had been answered; of two seconds drawn at random the one that fewer are due in.
   */
  putOff(now: number, client: string | undefined, random: () => number = Math.random): number {
    this.#advance(now);
    const { idle, max } = this.#pacing;
    const longest = Math.max(Math.min(idle * this.#wanted(), max), 2 * SOONEST);
    const draw = () => Math.min(Math.round(SOONEST + random() * (longest - SOONEST)), this.#size - 1);
    const [one, other] = [draw(), draw()];
    const seconds = this.#due(one) <= this.#due(other) ? one : other;
    if (client === undefined || this.expects(now, client)) return seconds;
    const at = this.#note(client, seconds);
    this.#putOff[at] = (this.#putOff[at] ?? 0) + 1;
    this.#putOffClients++;
    return seconds;
  }

  /**
   * Sets the stretch anew; to be called every few seconds. `overloaded`: clients were put off
   * though the book admitted them. Where nothing was answered, that says nothing about what can be
   * answered.
   */
  review(now: number, overloaded: boolean): void {
    this.#advance(now);
    const lower = overloaded && this.#best > 0 && this.#best < this.#capacity;
    if (lower) this.#capacity = Math.max(1, BACK_OFF * this.#best);
    else if (this.demand <= this.#capacity) this.#capacity = this.#target;
    else {
      const elapsed = now - this.#reviewed;
      this.#capacity = Math.min(this.#target, this.#capacity * GROWTH ** (elapsed / this.#pacing.max));
    }
    this.#stretch = this.#wanted();
    this.#best = 0;
    this.#reviewed = now;
  }

  #wanted(): number {
    return Math.min(Math.max(this.demand / this.#capacity, 1), MAX_STRETCH);
  }

  /** Remembers when a client is due, and gives the place of that second. */
  #note(client: string, seconds: number): number {
    this.#dueOf.set(client, this.#second + seconds);
    return this.#place(seconds);
  }

  #place(seconds: number): number {
    return (this.#second + seconds) % this.#size;
  }

  #due(seconds: number): number {
    const at = this.#place(seconds);
    return (this.#answered[at] ?? 0) + (this.#putOff[at] ?? 0);
  }

  /** Takes out all whose time has come: each is about to poll and to be noted again, or has left. */
  #advance(now: number): void {
    const until = Math.floor(now);
    if (this.#second < until) this.#thisSecond = 0;
    // After a pause longer than the book, every place is emptied once.
    this.#second = Math.max(this.#second, until - this.#size);
    while (this.#second < until) {
      const at = ++this.#second % this.#size;
      this.#answeredClients -= this.#answered[at] ?? 0;
      this.#putOffClients -= this.#putOff[at] ?? 0;
      // Sums of fractions drift; the demand of nobody is 0.
      this.#answeredDemand = this.#answeredClients === 0 ? 0 : this.#answeredDemand - (this.#demand[at] ?? 0);
      this.#answered[at] = 0;
      this.#demand[at] = 0;
      this.#putOff[at] = 0;
    }
  }
}
