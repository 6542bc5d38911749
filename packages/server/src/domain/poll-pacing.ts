import { RecentMap } from './recent-map.ts';
import { MINUTE } from './time.ts';

/** Seconds between polls of one player. */
export interface PollPacing {
  /** With a public message in the last ten minutes. */
  readonly active: number;
  /** With a ticket that is not closed. */
  readonly open: number;
  /** All other players. */
  readonly idle: number;
  /** On a busy server. */
  readonly max: number;
}

type Activity = { readonly openTickets: number; readonly lastMessageAt: number | null };

const ACTIVE_MS = 10 * MINUTE;
const JITTER = 0.2;
/** Delays that differ by less count as the same. */
const TOLERANCE = 0.05;

/** Returns a delay in seconds, on a server that is not busy. */
export function baseDelay(pacing: PollPacing, { openTickets, lastMessageAt }: Activity, now: number): number {
  // A time far ahead is from a wrong clock.
  const isActive = lastMessageAt !== null && Math.abs(now - lastMessageAt) < ACTIVE_MS;
  if (isActive) return pacing.active;
  return openTickets > 0 ? pacing.open : pacing.idle;
}

/** Multiplies the base delay by `stretch`, up to the maximum, in whole seconds. */
export const stretchedDelay = ({ max }: PollPacing, base: number, stretch: number): number =>
  Math.max(base, Math.min(Math.round(base * stretch), max));

/** Changes a delay by up to 20 %, to spread clients that started together. At least 1. */
export const withJitter = (seconds: number, random: () => number = Math.random): number =>
  Math.max(1, Math.round(seconds * (1 - JITTER + 2 * JITTER * random())));

/** Returns the longest possible delay with jitter. */
const longestDelay = ({ active, open, idle, max }: PollPacing): number =>
  withJitter(Math.max(active, open, idle, max), () => 1);

interface SteadyDelay {
  /** On a server that is not busy. */
  readonly base: number;
  /** At the current load. */
  readonly stretched: number;
  /** The client's last delay, if its request says so. */
  readonly last: number | undefined;
  /** The server does not know its load yet. */
  readonly isStarting: boolean;
}

/**
 * Returns the delay before jitter. Keeps the last if it is close: a change of the inbox's ETag
 * would cost 304s. A starting server also keeps another node's longer delay.
 */
export function steadyDelay({ max }: PollPacing, { base, stretched, last, isStarting }: SteadyDelay): number {
  if (last === undefined || last > max) return stretched;
  const isClose = stretched > base && Math.abs(last - stretched) <= stretched * TOLERANCE;
  return isClose || (isStarting && last > stretched) ? last : stretched;
}

/** Admits this multiple of the target rate, because polls arrive unevenly. */
const ADMITTED_SHARE = 1.1;
/** The admitted burst, in seconds of the admitted rate. */
const BURST_SECONDS = 5;
/** The target after an overload, as a share of the most polls answered in one second. */
const REDUCED_SHARE = 0.95;
/** Growth of a reduced target per POLL_MAX_SECONDS: earlier, its effect is not visible. */
const GROWTH = 1.05;
/** The least delay of a refused client. */
const MIN_RETRY_SECONDS = 10;
const MAX_STRETCH = 64;
/** At least so many clients' due seconds are remembered, at most twice as many. */
const MAX_REMEMBERED = 25_000;

/**
 * Decides when players poll next. From the clients that are due in each second it computes the
 * stretch at which they poll at the target rate, and when a refused client should try again. It
 * counts delays that clients got, not polls that arrive: see docs/decisions/014-overload.md. Times
 * are in seconds, of any monotonic clock.
 */
export class PollScheduler {
  readonly #pacing: PollPacing;
  readonly #target: number;
  readonly #slots: number;
  /** By due second, modulo the number of slots. */
  readonly #answered: Uint32Array;
  /** Their polls per second at base delays. */
  readonly #demand: Float64Array;
  /** Their base delay is unknown. */
  readonly #refused: Uint32Array;
  /** When a client is due. Earlier polls are not counted again. */
  readonly #dueAt = new RecentMap<number>(MAX_REMEMBERED);
  #answeredClients = 0;
  #answeredDemand = 0;
  #refusedClients = 0;
  readonly #startedAt: number;
  /** Slots up to this second are cleared. */
  #second: number;
  /** In polls per second: the target, or less after an overload. */
  #capacity: number;
  #stretch = 1;
  /** Of a token bucket, at `#filledAt`. Each answered poll takes one. */
  #tokens: number;
  #filledAt: number;
  #answeredThisSecond = 0;
  /** In one second since the last review. */
  #mostAnswered = 0;
  #reviewedAt: number;

  /** `target`: polls per second. 0: no limit. */
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

  /** Polls per second of all clients at base delays. Refused clients count as average ones. */
  get demand(): number {
    if (this.#answeredClients === 0) return 0;
    return this.#answeredDemand * (1 + this.#refusedClients / this.#answeredClients);
  }

  /** Clients that got their delay before the start may not be counted yet. */
  isStarting(now: number): boolean {
    return now - this.#startedAt < this.#slots;
  }

  /**
   * Whether one more poll fits the target rate. Refused polls use no room. `little`: less than half
   * of a burst is left.
   */
  room(now: number): 'plenty' | 'little' | 'none' {
    const rate = this.#capacity * ADMITTED_SHARE;
    if (rate === Number.POSITIVE_INFINITY) return 'plenty';
    this.#tokens = Math.min(rate * BURST_SECONDS, this.#tokens + (now - this.#filledAt) * rate);
    this.#filledAt = now;
    if (this.#tokens < 1) return 'none';
    return this.#tokens < (rate * BURST_SECONDS) / 2 ? 'little' : 'plenty';
  }

  /** The client is counted and not due yet. */
  isEarly(now: number, client: string): boolean {
    this.#advance(now);
    return (this.#dueAt.get(client) ?? 0) > this.#second;
  }

  /**
   * Counts a client unless it is early, and returns whether it did. `base`: its base delay.
   * `delay`: the delay that it got.
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
   * Returns the seconds to wait, and counts the client unless it is early or unknown. Of two random
   * seconds, the one with fewer due clients.
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
   * Computes the stretch, every few seconds. `isOverloaded`: refused clients although there was
   * room. Then it reduces the target, unless nothing was answered.
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

  /** Returns the slot of the client's due second. */
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

  /** Clears past slots. Their clients have polled again or left. */
  #advance(now: number): void {
    const until = Math.floor(now);
    if (this.#second < until) this.#answeredThisSecond = 0;
    // After a long pause, clears each slot only once.
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
