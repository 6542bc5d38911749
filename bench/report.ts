import type { Measured, Round, WriteRound } from './measure.ts';
import type { BenchOperation } from './operations.ts';
import type { Options } from './options.ts';
import type { Memory } from './system.ts';

export interface Quartiles {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

/** Medians of rounds, and quartiles of processor time per request. */
export interface TargetFigures {
  readonly requestsPerSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly errors: number;
  /** In microseconds. Compare lower quartiles: other programs only add. */
  readonly server: Quartiles;
  readonly database: Quartiles;
  readonly total: Quartiles;
}

export interface Line {
  readonly operation: string;
  readonly connections: number;
  readonly targets: Readonly<Record<string, TargetFigures>>;
  /** The server's processor time as multiples of other targets': quartiles over rounds. */
  readonly ratios: Readonly<Record<string, Quartiles>>;
  readonly verdicts: readonly Verdict[];
  readonly writes?: WriteRound;
}

export interface Verdict {
  /** The compared target, or `us`. */
  readonly of: string;
  readonly limit: number;
  readonly isMet: boolean;
}

export interface Comparison {
  readonly players: readonly [number, number];
  readonly requestsPerSecond: readonly [number, number];
  /** A poll's processor time on the second database, as a multiple of the first. */
  readonly cost: Quartiles;
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
  readonly unexpected: readonly string[];
}

/** Interpolates between two values. */
export function quartiles(values: readonly number[]): Quartiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => {
    const position = share * (sorted.length - 1);
    const [below = Number.NaN, above = below] = sorted.slice(Math.floor(position));
    return below + (above - below) * (position % 1);
  };
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}

const of = <R>(rounds: readonly R[], figure: (round: R) => number) => quartiles(rounds.map(figure));
const medianOf = <R>(rounds: readonly R[], figure: (round: R) => number) => of(rounds, figure).median;

/** Returns one as a multiple of the other. */
function costRatio(ones: readonly Round[], others: readonly Round[]): Quartiles {
  return quartiles(ones.map((one, index) => one.total / (others[index]?.total ?? Number.NaN)));
}

const errors = (rounds: readonly Round[]) => rounds.reduce((sum, round) => sum + round.errors, 0);

function figuresOf(rounds: readonly Round[]): TargetFigures {
  return {
    requestsPerSecond: medianOf(rounds, (round) => round.perSecond),
    p50Milliseconds: medianOf(rounds, (round) => round.p50),
    p99Milliseconds: medianOf(rounds, (round) => round.p99),
    errors: errors(rounds),
    server: of(rounds, (round) => round.server),
    database: of(rounds, (round) => round.database),
    total: of(rounds, (round) => round.total),
  };
}

/** This checkout's server is the target `ours`. */
export function lineOf({ operation, connections, rounds, writes }: Measured, database: Options['database']): Line {
  const { ours = [], ...others } = rounds;
  const ratios = Object.fromEntries(Object.entries(others).map(([name, rounds]) => [name, costRatio(ours, rounds)]));
  return {
    operation: operation.name,
    connections,
    targets: Object.fromEntries(Object.entries(rounds).map(([name, rounds]) => [name, figuresOf(rounds)])),
    ratios,
    verdicts: verdictsOf(operation, database, ratios, figuresOf(ours).total.lower),
    ...(writes.length === 0 ? {} : { writes: writeOf(writes) }),
  };
}

function verdictsOf(
  { limits }: BenchOperation,
  database: Options['database'],
  ratios: Line['ratios'],
  microseconds: number,
): Verdict[] {
  const { microseconds: most, ...multiples } = limits?.[database] ?? {};
  const verdicts = Object.entries(multiples).map(([of, limit]) => ({
    of,
    limit,
    isMet: (ratios[of]?.median ?? 0) <= limit,
  }));
  return most === undefined ? verdicts : [...verdicts, { of: 'us', limit: most, isMet: microseconds < most }];
}

function writeOf(writes: readonly WriteRound[]): WriteRound {
  const syncs = writes.flatMap(({ syncs }) => syncs ?? []);
  return {
    syncs:
      syncs.length === 0
        ? undefined
        : {
            perSecond: medianOf(syncs, ({ perSecond }) => perSecond),
            writesPerSync: medianOf(syncs, ({ writesPerSync }) => writesPerSync),
          },
    bytesPerWrite: medianOf(writes, (round) => round.bytesPerWrite),
    rawCommitsPerSecond: medianOf(writes, (round) => round.rawCommitsPerSecond),
  };
}

/** `rounds`: of the smaller database, then the larger one. */
export function comparisonOf(players: readonly [number, number], { rounds }: Measured): Comparison {
  const [smaller = [], larger = []] = Object.values(rounds);
  return {
    players,
    requestsPerSecond: [medianOf(smaller, (round) => round.perSecond), medianOf(larger, (round) => round.perSecond)],
    cost: costRatio(larger, smaller),
    errors: errors([...smaller, ...larger]),
  };
}
