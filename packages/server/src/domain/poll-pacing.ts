import { MINUTE } from './time.ts';

/** Seconds between two polls of one player. */
export interface PollPacing {
  /** For a player with a public message in the last ten minutes. */
  readonly active: number;
  /** For a player with a ticket that is not closed. */
  readonly open: number;
  /** For all other players. */
  readonly idle: number;
  /** The longest delay on a busy server. */
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

/** The delay of a player on a server that is not busy, in seconds. */
export function baseDelay(pacing: PollPacing, { openTickets, lastMessageAt }: Activity, now: number): number {
  const isActive = lastMessageAt !== null && now - lastMessageAt < ACTIVE_MS;
  if (isActive) return pacing.active;
  return openTickets > 0 ? pacing.open : pacing.idle;
}

/** The base delay multiplied by `stretch`, up to the maximum, in whole seconds. */
export function stretchedDelay({ max }: PollPacing, base: number, stretch: number): number {
  return Math.max(base, Math.min(Math.round(base * stretch), max));
}

/** Changes a delay by up to 20 %, so that clients which started together spread out. At least 1. */
export function withJitter(seconds: number, random: () => number = Math.random): number {
  return Math.max(1, Math.round(seconds * (1 - JITTER + 2 * JITTER * random())));
}

/** The longest delay with jitter that these settings allow. */
export function longestDelay({ active, open, idle, max }: PollPacing): number {
  return withJitter(Math.max(active, open, idle, max), () => 1);
}

interface SteadyDelay {
  /** The delay on a server that is not busy. */
  readonly base: number;
  /** The delay at the current load. */
  readonly stretched: number;
  /** The last delay that the client got, if its request says so. */
  readonly last: number | undefined;
  /** Whether the server started so recently that it does not know its load. */
  readonly isStarting: boolean;
}

/**
 * The delay before jitter. It stays the same while the last one is close enough. The delay is part
 * of the inbox's ETag: if it changed with the load, a busy server would send 200s instead of 304s.
 * A server that is starting also keeps a longer delay from another node.
 */
export function steadyDelay({ max }: PollPacing, { base, stretched, last, isStarting }: SteadyDelay): number {
  if (last === undefined || last > max) return stretched;
  const isClose = stretched > base && Math.abs(last - stretched) <= stretched * TOLERANCE;
  return isClose || (isStarting && last > stretched) ? last : stretched;
}
