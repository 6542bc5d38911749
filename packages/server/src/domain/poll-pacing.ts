import { MINUTE } from './time.ts';

/** Seconds between two polls of one player, by how likely news is. */
export interface PollPacing {
  /** A public message in the last ten minutes. */
  readonly active: number;
  /** A ticket that is not closed. */
  readonly open: number;
  readonly idle: number;
  /** The most that load may stretch any of them to. */
  readonly max: number;
}

interface Activity {
  readonly openTickets: number;
  readonly lastMessageAt: number | null;
}

const ACTIVE_FOR = 10 * MINUTE;
const JITTER = 0.2;
/** Delays that differ by no more than this share are as good as each other. */
const CLOSE = 0.05;

/** The delay that suits a player on a server that keeps up, in seconds. */
export function baseDelay(pacing: PollPacing, { openTickets, lastMessageAt }: Activity, now: number): number {
  const active = lastMessageAt !== null && now - lastMessageAt < ACTIVE_FOR;
  return active ? pacing.active : openTickets > 0 ? pacing.open : pacing.idle;
}

/** The delay before jitter, in whole seconds. `stretch` is 1 on a server that keeps up, more under load. */
export function stretchedDelay({ max }: PollPacing, base: number, stretch: number): number {
  return Math.max(base, Math.min(Math.round(base * stretch), max));
}

/** Spreads a fleet that started together: up to 20 % either way, never below one second. */
export function withJitter(seconds: number, random: () => number = Math.random): number {
  return Math.max(1, Math.round(seconds * (1 - JITTER + 2 * JITTER * random())));
}

/** The longest delay, with jitter, that these settings can lead to. */
export function longestDelay({ active, open, idle, max }: PollPacing): number {
  return withJitter(Math.max(active, open, idle, max), () => 1);
}

/**
 * The delay before jitter for a client that was told `last` before: the same again while it is close. It is part of the
 * inbox's ETag, and one that moved with the load would turn every 304 into a 200 just when load is high. Without load it is the
 * base delay exactly. A server that is `young` does not know its load yet, and keeps a longer delay that another one told.
 */
export function steadyDelay(
  { max }: PollPacing,
  base: number,
  delay: number,
  last: number | undefined,
  young: boolean,
): number {
  if (last === undefined || last > max) return delay;
  const close = delay > base && Math.abs(last - delay) <= delay * CLOSE;
  return close || (young && last > delay) ? last : delay;
}
