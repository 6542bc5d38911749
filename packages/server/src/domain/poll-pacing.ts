import { MINUTE } from './time.ts';

/** Seconds between two polls of one player, depending on how soon the inbox is likely to change. */
export interface PollPacing {
  /** With a public message in the last ten minutes. */
  readonly active: number;
  /** With a ticket that is not closed. */
  readonly open: number;
  readonly idle: number;
  /** Load stretches a delay up to this one. */
  readonly max: number;
}

interface Activity {
  readonly openTickets: number;
  readonly lastMessageAt: number | null;
}

const ACTIVE_MS = 10 * MINUTE;
const JITTER = 0.2;
/** Delays that differ by at most this share are treated as the same. */
const TOLERANCE = 0.05;

/** The delay of a player on a server without load, in seconds. */
export function baseDelay(pacing: PollPacing, { openTickets, lastMessageAt }: Activity, now: number): number {
  const isActive = lastMessageAt !== null && now - lastMessageAt < ACTIVE_MS;
  if (isActive) return pacing.active;
  return openTickets > 0 ? pacing.open : pacing.idle;
}

/** The delay before jitter, in whole seconds. `stretch` is 1 without load, and more under load. */
export function stretchedDelay({ max }: PollPacing, base: number, stretch: number): number {
  return Math.max(base, Math.min(Math.round(base * stretch), max));
}

/**
 * Changes a delay by up to 20 %, so that clients which started together spread out. At least 1
 * second.
 */
export function withJitter(seconds: number, random: () => number = Math.random): number {
  return Math.max(1, Math.round(seconds * (1 - JITTER + 2 * JITTER * random())));
}

/** The longest delay with jitter that these settings allow. */
export function longestDelay({ active, open, idle, max }: PollPacing): number {
  return withJitter(Math.max(active, open, idle, max), () => 1);
}

interface SteadyDelay {
  /** The delay without load. */
  readonly base: number;
  /** The delay that fits the load now. */
  readonly stretched: number;
  /** What the client was told before, if it says so. */
  readonly last: number | undefined;
  /** Whether the server started so recently that it does not know its load. */
  readonly isStarting: boolean;
}

/**
 * The delay before jitter. It is the last one again while that is close enough: the delay is part
 * of the inbox's ETag, and an ETag that changes with the load turns 304s into 200s when the load is
 * high. A server that is starting also keeps a longer delay that another node told.
 */
export function steadyDelay({ max }: PollPacing, { base, stretched, last, isStarting }: SteadyDelay): number {
  if (last === undefined || last > max) return stretched;
  const isClose = stretched > base && Math.abs(last - stretched) <= stretched * TOLERANCE;
  return isClose || (isStarting && last > stretched) ? last : stretched;
}
