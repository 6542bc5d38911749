import { longestDelay, type PollPacing } from './poll-pacing.ts';
import { RecentMap } from './recent-map.ts';

/** The scheduler admits this many times the target rate, because polls arrive unevenly. */
const ADMITTED_SHARE = 1.1;
/** The burst that it admits, in seconds of the admitted rate. */
const BURST_SECONDS = 5;
/** After an overload the target is this share of the most polls answered in one second. */
const REDUCED_SHARE = 0.95;
/** A reduced target grows by this factor per POLL_MAX_SECONDS: its effect is visible only then. */
const GROWTH = 1.05;
/** A refused client waits for at least this time. */
const MIN_RETRY_SECONDS = 10;
const MAX_STRETCH = 64;
/** The due seconds of at least this many clients are remembered, and of up to twice as many. */
const MAX_REMEMBERED = 25_000;

/**
 * Decides when players poll next. It counts the clients that are due in each second. From these
 * counts it computes the stretch at which they poll at the target rate, and when a refused client
 * should try again.
 *
 * It counts the delays that clients got, not the polls that arrive: a new delay changes the polls
 * only after the old delays have passed. See docs/decisions/014-overload.md.
 *
 * Times are in seconds, of any monotonic clock.
 */
export class PollScheduler {
  readonly #pacing: PollPacing;
  readonly #target: number;
  readonly #slots: number;
  /** Answered clients, by the second in which they are due, modulo the number of slots. */
  readonly #answered: Uint32Array;
  /** The polls per second that these clients would make at their base delays. */
  readonly #demand: Float64Array;
  /** Refused clients. Their base delay is unknown. */
  readonly #refused: Uint32Array;
  /**
   * The second in which a client is due. Until then it is not counted again, however often it
   * polls. The map drops a client only if many others poll, so counting it twice changes little.
   */
  readonly #dueAt = new RecentMap<number>(MAX_REMEMBERED);
  #answeredClients = 0;
  #answeredDemand = 0;
  #refusedClients = 0;
  readonly #startedAt: number;
  /** The slots up to this second are cleared. */
  #second: number;
  /** The target, or less if the node could not answer that many. In polls per second. */
  #capacity: number;
  #stretch = 1;
  /** The tokens of a token bucket, as of `#filledAt`. Each answered poll takes one. */
  #tokens: number;
  #filledAt: number;
  #answeredThisSecond = 0;
  /** The most polls answered in one second since the last review. */
  #mostAnswered = 0;
  #reviewedAt: number;

  /** @param target polls per second; 0: no limit */
  constructor(pacing: PollPacing, target: number, now: number) {
    this.#pacing = pacing;
    this.#target = target === 0 ? Number.POSITIVE_INFINITY : target;
    this.#capacity = this.#target;
    this.#tokens = this.#target * ADMITTED_SHARE * BURST_SECONDS;
    this.#slots = longestDelay(pacing) + 1;
    this.#answered = new Uint32Array(this.#slots);
    this.#demand = new Float64Array(this.#slots);
    this.#refused = new Uint32Array(this.#slots);
    this.#startedAt = now;
    this.#second = Math.floor(now);
    this.#filledAt = now;
    this.#reviewedAt = now;
  }

  /** The stretch as of the last review: 1 to 64. */
  get stretch(): number {
    return this.#stretch;
  }

  /** The target as of the last review, in polls per second. */
  get capacity(): number {
    return this.#capacity;
  }

  /**
   * The polls per second that all clients would make at their base delays. Refused clients count
   * like the average of the others.
   */
  get demand(): number {
    if (this.#answeredClients === 0) return 0;
    return this.#answeredDemand * (1 + this.#refusedClients / this.#answeredClients);
  }

  /**
   * Whether there may be clients that are not counted yet: they got their delay before the start.
   */
  isStarting(now: number): boolean {
    return now - this.#startedAt < this.#slots;
  }

  /**
   * Whether the target rate has room for one more poll. Refused polls use no room.
   * `little`: less than half of a burst is left.
   */
  room(now: number): 'plenty' | 'little' | 'none' {
    const rate = this.#capacity * ADMITTED_SHARE;
    if (rate === Number.POSITIVE_INFINITY) return 'plenty';
    this.#tokens = Math.min(rate * BURST_SECONDS, this.#tokens + (now - this.#filledAt) * rate);
    this.#filledAt = now;
    if (this.#tokens < 1) return 'none';
    return this.#tokens < (rate * BURST_SECONDS) / 2 ? 'little' : 'plenty';
  }

  /** Whether a client is counted and not due yet. */
  isEarly(now: number, client: string): boolean {
    this.#advance(now);
    return (this.#dueAt.get(client) ?? 0) > this.#second;
  }

  /**
   * Counts an answered client. An early client is already counted.
   *
   * @param base its base delay
   * @param delay the delay that it got
   * @returns whether the client was counted
   */
  answered(now: number, client: string, { base, delay }: { base: number; delay: number }): boolean {
    const isEarly = this.isEarly(now, client);
    this.#tokens--;
    this.#mostAnswered = Math.max(this.#mostAnswered, ++this.#answeredThisSecond);
    if (isEarly) return false;
    const slot = this.#remember(client, Math.min(delay, this.#slots - 1));
    this.#answered[slot] = (this.#answered[slot] ?? 0) + 1;
    this.#demand[slot] = (this.#demand[slot] ?? 0) + 1 / base;
    this.#answeredClients++;
    this.#answeredDemand += 1 / base;
    return true;
  }

  /**
   * Returns after how many seconds a refused client should try again. Counts the client, unless it
   * is early or its id is undefined. The seconds are spread over the delay of an idle client: of
   * two random ones it takes the one in which fewer clients are due.
   */
  refuse(now: number, client: string | undefined, random: () => number = Math.random): number {
    this.#advance(now);
    const { idle, max } = this.#pacing;
    const longest = Math.max(Math.min(idle * this.#computeStretch(), max), 2 * MIN_RETRY_SECONDS);
    const draw = () => {
      const seconds = MIN_RETRY_SECONDS + random() * (longest - MIN_RETRY_SECONDS);
      return Math.min(Math.round(seconds), this.#slots - 1);
    };
    const [one, other] = [draw(), draw()];
    const seconds = this.#clientsDueIn(one) <= this.#clientsDueIn(other) ? one : other;
    if (client === undefined || this.isEarly(now, client)) return seconds;
    const slot = this.#remember(client, seconds);
    this.#refused[slot] = (this.#refused[slot] ?? 0) + 1;
    this.#refusedClients++;
    return seconds;
  }

  /**
   * Computes the stretch again. Call it every few seconds.
   *
   * @param isOverloaded whether clients were refused although there was room. Then the target is
   *   reduced. It stays if nothing was answered, because then the node's real capacity is unknown.
   */
  review(now: number, isOverloaded: boolean): void {
    this.#advance(now);
    const mustReduce = isOverloaded && this.#mostAnswered > 0 && this.#mostAnswered < this.#capacity;
    if (mustReduce) this.#capacity = Math.max(1, REDUCED_SHARE * this.#mostAnswered);
    else if (this.demand <= this.#capacity) this.#capacity = this.#target;
    else {
      const elapsed = now - this.#reviewedAt;
      this.#capacity = Math.min(this.#target, this.#capacity * GROWTH ** (elapsed / this.#pacing.max));
    }
    this.#stretch = this.#computeStretch();
    this.#mostAnswered = 0;
    this.#reviewedAt = now;
  }

  #computeStretch(): number {
    return Math.min(Math.max(this.demand / this.#capacity, 1), MAX_STRETCH);
  }

  /** Remembers when a client is due, and returns the slot of that second. */
  #remember(client: string, seconds: number): number {
    this.#dueAt.set(client, this.#second + seconds);
    return this.#slotIn(seconds);
  }

  #slotIn(seconds: number): number {
    return (this.#second + seconds) % this.#slots;
  }

  #clientsDueIn(seconds: number): number {
    const slot = this.#slotIn(seconds);
    return (this.#answered[slot] ?? 0) + (this.#refused[slot] ?? 0);
  }

  /** Clears past slots. A client of a past slot either polls again and is counted, or has left. */
  #advance(now: number): void {
    const until = Math.floor(now);
    if (this.#second < until) this.#answeredThisSecond = 0;
    // After a long pause each slot is cleared only once.
    this.#second = Math.max(this.#second, until - this.#slots);
    while (this.#second < until) {
      const slot = ++this.#second % this.#slots;
      this.#answeredClients -= this.#answered[slot] ?? 0;
      this.#refusedClients -= this.#refused[slot] ?? 0;
      // A sum of fractions drifts, so it is reset when there are no clients.
      this.#answeredDemand = this.#answeredClients === 0 ? 0 : this.#answeredDemand - (this.#demand[slot] ?? 0);
      this.#answered[slot] = 0;
      this.#demand[slot] = 0;
      this.#refused[slot] = 0;
    }
  }
}
