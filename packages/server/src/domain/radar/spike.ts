import { DAY, HOUR } from '../time.ts';
import type { Baseline } from './baseline.ts';
import { tailProbability } from './negative-binomial.ts';
import { MIN_ACTIVE_PLAYERS, nameOf, REST, type SeriesKey } from './series.ts';

/** Fewer tickets in an hour are never a spike. */
export const MIN_SPIKE_TICKETS = 5;
/** The least multiple of the expected tickets. */
export const MIN_SPIKE_FACTOR = 2;
/** A chance spike per project about once in this time, by the model. Games vary more. */
export const MIN_ONCE_PER_HOURS = 180 * (DAY / HOUR);
/** Rarer things are all "once in 1,000 years": there the model is not exact. */
export const MAX_ONCE_PER_HOURS = 1000 * 365 * (DAY / HOUR);
/** A spike unseen for so many hours has ended. */
export const QUIET_HOURS = 24;

export type Observed = SeriesKey & { readonly tickets: number; readonly players: number };

export interface Found extends Observed {
  readonly expected: number;
  /** One of the project's series has so many tickets by chance once in this many hours. */
  readonly oncePerHours: number;
}

/** Two questions for each series: this hour, and this and the last one. */
const QUESTIONS = 2;

/**
 * The spikes among the series of a project in one hour. The chance of each counts for all series
 * (Bonferroni): with many, something unlikely happens often. Two unlikely hours in a row are less
 * likely than one, so a spike that lasts is found although no hour alone is one. `before`: the hour
 * before.
 */
export function findSpikes(baseline: Baseline, observed: readonly Observed[], before: readonly Observed[] = []) {
  const judged = observed.filter(canBeSpike);
  if (judged.length === 0) return [];
  const tests = QUESTIONS * Math.max(1, baseline.series, judged.length);
  const earlier = new Map(before.map((one) => [nameOf(one.build, one.platform, one.type), one]));
  return judged.flatMap((one) => {
    const usual = baseline.expected(one, one.players);
    if (usual === undefined || one.tickets < MIN_SPIKE_FACTOR * usual.mean) return [];
    const alone = tailProbability(one.tickets, usual);
    const last = earlier.get(nameOf(one.build, one.platform, one.type));
    const both = last === undefined ? 1 : chanceOfBoth(alone, chanceOf(baseline, last));
    const oncePerHours = Math.min(MAX_ONCE_PER_HOURS, 1 / (tests * Math.min(alone, both)));
    return oncePerHours < MIN_ONCE_PER_HOURS ? [] : [{ ...one, expected: usual.mean, oncePerHours }];
  });
}

function chanceOf(baseline: Baseline, one: Observed): number {
  const usual = one.players < MIN_ACTIVE_PLAYERS ? undefined : baseline.expected(one, one.players);
  return usual === undefined ? 1 : tailProbability(one.tickets, usual);
}

/** Returns the chance that a product of two independent chances is so small (Fisher). */
function chanceOfBoth(one: number, other: number): number {
  const product = one * other;
  return product === 0 ? 0 : product * (1 - Math.log(product));
}

/** Each ticket is of another player, so there are at least as many players. */
const canBeSpike = ({ build, tickets, players }: Observed) =>
  build !== REST && tickets >= MIN_SPIKE_TICKETS && players >= Math.max(MIN_ACTIVE_PLAYERS, tickets);

const YEAR_HOURS = 365 * (DAY / HOUR);
const MONTH_HOURS = 30 * (DAY / HOUR);

/** Tells the rarity in a unit that people use. */
export function rarityInWords(oncePerHours: number): string {
  if (oncePerHours >= MAX_ONCE_PER_HOURS) return 'Such a spike happens by chance less than once in 1,000 years.';
  const isYears = oncePerHours >= YEAR_HOURS;
  const count = Math.max(1, roundToTwoDigits(oncePerHours / (isYears ? YEAR_HOURS : MONTH_HOURS)));
  const unit = isYears ? 'year' : 'month';
  return `Such a spike happens by chance about once in ${count === 1 ? `a ${unit}` : `${count} ${unit}s`}.`;
}

function roundToTwoDigits(value: number): number {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.round(value / digits) * digits;
}
