import { repeatedShare } from './known-texts.ts';
import { hasHistory, type PlayerHistory } from './project.ts';
import { DAY, MINUTE, SECOND } from './time.ts';

/** When a project starts and stops holding tickets by itself: see docs/decisions/044-storms.md. */

export const STORM_WINDOW_MS = 10 * MINUTE;
/** The newest tickets read. A higher rate follows from the time they span. */
export const STORM_TICKETS = 500;
/** The newest tickets of new players. */
const COMPARED_TEXTS = 200;
/** Fewer repeated tickets in ten minutes are no storm. */
export const MIN_STORM = 30;
/** A multiple of the baseline. */
export const STORM_FACTOR = 5;
/** Lower peaks do not change the threshold, so they are not stored. */
export const MIN_PEAK = MIN_STORM / STORM_FACTOR;
/** The share of new players' tickets that must repeat others. Lower on a release day. */
const MIN_REPEATED = 0.5;
/** So many tickets are a storm, whatever their texts. A release day has fewer. */
export const MIN_MASS = 1000;
export const MASS_FACTOR = 50;
/** A storm ends below this part of what begins one. */
const CALM_PART = 0.5;
/** How long a storm must be calm before it ends. */
export const CALM_MS = 10 * MINUTE;
/** Without today, so that an attack cannot raise it. */
export const BASELINE_DAYS = 7;

export type StormTicket = PlayerHistory & { readonly message: string; readonly ticketCreatedAt: number };

/** The server's actions in the audit log. */
export const STORM_ACTIONS = ['StormBegan', 'StormEnded'] as const;
export type StormAction = (typeof STORM_ACTIONS)[number];

export const dayOf = (time: number) => Math.floor(time / DAY);

/** `newest`: of the last ten minutes, newest first, at most STORM_TICKETS. */
export function paceOf(newest: readonly StormTicket[], now: number) {
  const ofNewPlayers = newest.filter((ticket) => !hasHistory(ticket, ticket.ticketCreatedAt));
  const oldest = newest.length < STORM_TICKETS ? undefined : newest.at(-1)?.ticketCreatedAt;
  const span = oldest === undefined ? STORM_WINDOW_MS : Math.max(SECOND, now - oldest);
  return {
    /** Of new players, in ten minutes. */
    tickets: Math.round((ofNewPlayers.length * STORM_WINDOW_MS) / span),
    /** The share that repeats others, 0 to 1. */
    repeated: repeatedShare(ofNewPlayers.slice(0, COMPARED_TEXTS).map(({ message }) => message)),
  };
}

export type Pace = ReturnType<typeof paceOf>;

/** The median of the busiest ten minutes of the last seven days. Missing days have 0. */
export function baselineOf(peaks: readonly number[]): number {
  const days = [...peaks, ...Array<number>(BASELINE_DAYS).fill(0)].slice(0, BASELINE_DAYS).sort((a, b) => a - b);
  return days[Math.floor(BASELINE_DAYS / 2)] ?? 0;
}

/** Repeated tickets in ten minutes that are a storm. */
export const repeatThresholdOf = (baseline: number) => Math.max(MIN_STORM, STORM_FACTOR * baseline);

/** New players' tickets in ten minutes that are a storm, whatever their texts. */
export const massThresholdOf = (baseline: number) => Math.max(MIN_MASS, MASS_FACTOR * baseline);

const repeatedTickets = ({ tickets, repeated }: Pace) => tickets * repeated;

export function isStorm(pace: Pace, baseline: number): boolean {
  const isRepeated = pace.repeated >= MIN_REPEATED && repeatedTickets(pace) >= repeatThresholdOf(baseline);
  return isRepeated || pace.tickets >= massThresholdOf(baseline);
}

export function isCalm(pace: Pace, baseline: number): boolean {
  const isRare = pace.tickets < CALM_PART * massThresholdOf(baseline);
  const isMostlyDifferent = pace.repeated < CALM_PART * MIN_REPEATED;
  return isRare && (isMostlyDifferent || repeatedTickets(pace) < CALM_PART * repeatThresholdOf(baseline));
}
