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
  const isActive = lastMessageAt !== null && now - lastMessageAt < ACTIVE_MS;
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
export const longestDelay = ({ active, open, idle, max }: PollPacing): number =>
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
