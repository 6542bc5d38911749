import type { DatabaseCost } from './limits.ts';
import type { Measured, Round, WriteRound } from './measure.ts';
import type { Options } from './options.ts';
import type { Memory } from './system.ts';

/** The figures of one operation; of several rounds the median. */
export interface Line {
  readonly operation: string;
  readonly connections: number;
  readonly requestsPerSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly errors: number;
  readonly bareRequestsPerSecond: number;
  /** Requests per second as a share of the limit's: bare node:http, or the bare driver. */
  readonly ratio: number;
  readonly target?: number;
  /** The same by processor time per request, which other programs on the machine hardly touch. */
  readonly processorRatio: number;
  readonly processorMicroseconds: number;
  /** Share of their core that the server and the baseline had. */
  readonly coreBusy: number;
  readonly bareCoreBusy: number;
  readonly writes?: WriteRound;
  readonly cost?: DatabaseCost;
}

export interface Comparison {
  readonly players: readonly [number, number];
  readonly requestsPerSecond: readonly [number, number];
  readonly processorMicroseconds: readonly [number, number];
  /** How many times as much a poll costs in the second one. */
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
  /** Answers that no operation should have given, by the server's own count. */
  readonly unexpected: readonly string[];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The median of one figure of all rounds. */
function of<R>(rounds: readonly R[], figure: (round: R) => number): number {
  return median(rounds.map(figure));
}

/** The median of a quotient that is taken round by round: the two of a round ran next to each other. */
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
    requestsPerSecond: of(real, (round) => round.perSecond),
    p50Milliseconds: of(real, (round) => round.p50),
    p99Milliseconds: of(real, (round) => round.p99),
    errors: errors(real) + errors(bare),
    bareRequestsPerSecond: of(bare, (round) => round.perSecond),
    ratio: ratio(real, bare, (round) => round.perSecond),
    ...(target === undefined ? {} : { target }),
    ...(cost === undefined ? {} : { cost }),
    processorRatio: ratio(bare, real, (round) => round.processor),
    processorMicroseconds: of(real, (round) => round.processor),
    coreBusy: of(real, (round) => round.busy),
    bareCoreBusy: of(bare, (round) => round.busy),
    ...(writes.length === 0
      ? {}
      : {
          writes: {
            syncs:
              syncs.length === 0
                ? undefined
                : {
                    perSecond: of(syncs, ({ perSecond }) => perSecond),
                    writesPerSync: of(syncs, ({ writesPerSync }) => writesPerSync),
                  },
            bytesPerWrite: of(writes, (round) => round.bytesPerWrite),
            rawCommitsPerSecond: of(writes, (round) => round.rawCommitsPerSecond),
          },
        }),
  };
}

/**
 * The ratio that a target is held against. Whoever takes a core away from the baseline or the generator makes `ratio`
 * look better than it is, and leaves `processorRatio` alone; waiting for the disk counts in `ratio` only. Of the bare driver's
 * time most is PostgreSQL's, which no processor time of its own shows: there it is the rate that counts.
 */
export function soundRatio({ ratio, processorRatio, cost }: Line): number {
  if (cost !== undefined) return ratio;
  return Number.isNaN(processorRatio) ? ratio : Math.min(ratio, processorRatio);
}

export function comparisonOf(
  players: readonly [number, number],
  { one, other }: { one: readonly Round[]; other: readonly Round[] },
): Comparison {
  const both = (figure: (round: Round) => number): [number, number] => [of(one, figure), of(other, figure)];
  return {
    players,
    requestsPerSecond: both((round) => round.perSecond),
    processorMicroseconds: both((round) => round.processor),
    cost: ratio(one, other, (round) => round.perSecond),
    processorCost: ratio(other, one, (round) => round.processor),
    errors: errors(one) + errors(other),
  };
}

/** The cost that the target is held against: two servers that read only differ by the processor time that they need. */
export function soundCost({ cost, processorCost }: Comparison): number {
  return Number.isNaN(processorCost) ? cost : processorCost;
}
