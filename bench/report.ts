import type { DatabaseCost } from './baselines.ts';
import type { Measured, Round, WriteRound } from './measure.ts';
import type { Options } from './options.ts';
import type { Memory } from './system.ts';

/** The figures of one operation: the medians of its rounds. */
export interface Line {
  readonly operation: string;
  readonly connections: number;
  readonly requestsPerSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly errors: number;
  readonly bareRequestsPerSecond: number;
  /** Requests per second as a share of those of the baseline. */
  readonly ratio: number;
  readonly target?: number;
  /** The same by processor time per request, on which other programs have little influence. */
  readonly processorRatio: number;
  readonly processorMicroseconds: number;
  /** The share of their core that the server and the baseline used. */
  readonly coreBusy: number;
  readonly bareCoreBusy: number;
  readonly writes?: WriteRound;
  readonly cost?: DatabaseCost;
}

export interface Comparison {
  readonly players: readonly [number, number];
  readonly requestsPerSecond: readonly [number, number];
  readonly processorMicroseconds: readonly [number, number];
  /** The cost of a poll on the second database, as a multiple of that on the first. */
  readonly cost: number;
  readonly processorCost: number;
  readonly errors: number;
}

export interface Report {
  readonly database: Options['database'];
  readonly players: number;
  readonly tickets: number;
  readonly seedSeconds: number;
  readonly databaseMiB: number;
  readonly operations: readonly Line[];
  readonly comparison: Comparison | undefined;
  readonly memory: Memory | undefined;
  readonly secondStartMilliseconds: number;
  /** Responses with an unexpected status, as the server counted them. */
  readonly unexpected: readonly string[];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The median of one figure over all rounds. */
function medianOf<R>(rounds: readonly R[], figure: (round: R) => number): number {
  return median(rounds.map(figure));
}

/**
 * The median of the quotients of the rounds. The two loads of a round ran directly after each
 * other.
 */
function ratio(ones: readonly Round[], others: readonly Round[], figure: (round: Round) => number): number {
  return median(ones.map((one, index) => figure(one) / figure(others[index] as Round)));
}

const errors = (rounds: readonly Round[]) => rounds.reduce((sum, round) => sum + round.errors, 0);

export function lineOf(
  { operation, connections, real, bare, writes, cost }: Measured,
  database: Options['database'],
): Line {
  const target = operation.target?.[database];
  const syncs = writes.flatMap(({ syncs }) => syncs ?? []);
  return {
    operation: operation.name,
    connections,
    requestsPerSecond: medianOf(real, (round) => round.perSecond),
    p50Milliseconds: medianOf(real, (round) => round.p50),
    p99Milliseconds: medianOf(real, (round) => round.p99),
    errors: errors(real) + errors(bare),
    bareRequestsPerSecond: medianOf(bare, (round) => round.perSecond),
    ratio: ratio(real, bare, (round) => round.perSecond),
    ...(target === undefined ? {} : { target }),
    ...(cost === undefined ? {} : { cost }),
    processorRatio: ratio(bare, real, (round) => round.processorMicroseconds),
    processorMicroseconds: medianOf(real, (round) => round.processorMicroseconds),
    coreBusy: medianOf(real, (round) => round.coreShare),
    bareCoreBusy: medianOf(bare, (round) => round.coreShare),
    ...(writes.length === 0
      ? {}
      : {
          writes: {
            syncs:
              syncs.length === 0
                ? undefined
                : {
                    perSecond: medianOf(syncs, ({ perSecond }) => perSecond),
                    writesPerSync: medianOf(syncs, ({ writesPerSync }) => writesPerSync),
                  },
            bytesPerWrite: medianOf(writes, (round) => round.bytesPerWrite),
            rawCommitsPerSecond: medianOf(writes, (round) => round.rawCommitsPerSecond),
          },
        }),
  };
}

/**
 * The ratio to compare with a target: the lower one. Other programs that delay the baseline make
 * `ratio` look too good, but not `processorRatio`. Only `ratio` contains the wait for the disk.
 * With the bare driver only `ratio` counts, because most of its time is a wait for PostgreSQL.
 */
export function ratioForTarget({ ratio, processorRatio, cost }: Line): number {
  if (cost !== undefined) return ratio;
  return Number.isNaN(processorRatio) ? ratio : Math.min(ratio, processorRatio);
}

export function comparisonOf(
  players: readonly [number, number],
  { one, other }: { one: readonly Round[]; other: readonly Round[] },
): Comparison {
  const both = (figure: (round: Round) => number): [number, number] => [medianOf(one, figure), medianOf(other, figure)];
  return {
    players,
    requestsPerSecond: both((round) => round.perSecond),
    processorMicroseconds: both((round) => round.processorMicroseconds),
    cost: ratio(one, other, (round) => round.perSecond),
    processorCost: ratio(other, one, (round) => round.processorMicroseconds),
    errors: errors(one) + errors(other),
  };
}

/** The cost to compare with the target. For reads this is processor time, if it is known. */
export function costForTarget({ cost, processorCost }: Comparison): number {
  return Number.isNaN(processorCost) ? cost : processorCost;
}
