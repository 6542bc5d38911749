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

/** The delay before jitter, in whole seconds. `stretch` is 1 on a server that keeps up, more under load. */
export function pollDelay(pacing: PollPacing, activity: Activity, now: number, stretch: number): number {
  const { openTickets, lastMessageAt } = activity;
  const active = lastMessageAt !== null && now - lastMessageAt < ACTIVE_FOR;
  const base = active ? pacing.active : openTickets > 0 ? pacing.open : pacing.idle;
  return Math.max(base, Math.min(Math.round(base * stretch), pacing.max));
}

/** Spreads a fleet that started together: up to 20 % either way, never below one second. */
export function withJitter(seconds: number, random: () => number = Math.random): number {
  return Math.max(1, Math.round(seconds * (1 - JITTER + 2 * JITTER * random())));
}

/**
 * The next stretch, from how late the event loop ran over the last few seconds. It only takes powers of two, since
 * the delay is part of the inbox's ETag: one that drifted would turn every 304 into a 200 just when load is high.
 */
export function nextStretch(stretch: number, lateMilliseconds: number): number {
  if (lateMilliseconds > 250) return Math.min(stretch * 2, 64);
  if (lateMilliseconds < 50) return Math.max(stretch / 2, 1);
  return stretch;
}
