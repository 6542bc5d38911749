import { MAX_RADAR_SERIES } from '@player-support/contract/limits';
import { DAY, HOUR } from '../time.ts';
import type { Distribution } from './negative-binomial.ts';
import { type BuildKey, MIN_ACTIVE_PLAYERS, nameOf, REST, type SeriesKey } from './series.ts';

/** Days before an hour that its baseline covers. */
export const BASELINE_DAYS = 28;
/** With fewer hours of players, a platform has no baseline: the radar learns. */
export const MIN_BASELINE_HOURS = 48;
/** The rate of all builds counts as so many tickets, beside the build's own. */
const PRIOR_TICKETS = 4;
/** The least variance of the true rate between hours, relative to its square. */
const MIN_DISPERSION = 0.05;
const MAX_DISPERSION = 2;
/** Expected in all these hours for a type without tickets. */
const HALF_A_TICKET = 0.5;

export type TicketHour = SeriesKey & { readonly hour: number; readonly tickets: number };
export type PlayerHour = BuildKey & { readonly hour: number; readonly players: number };

/** Its hours do not count as usual. */
export type KnownSpike = SeriesKey & { readonly hour: number; readonly last_hour: number };

/** Over hours of one series: n are the tickets, e the players. */
interface Sums {
  n: number;
  nn: number;
  ne: number;
  /** Players in hours that do not count. */
  lessE: number;
  lessEe: number;
  /** In one hour. */
  most: number;
}

interface Parent {
  readonly platform: string;
  n: number;
  lessE: number;
  /** Only builds with enough players. */
  readonly builds: Map<string, Sums>;
}

type Exposure = { hours: number; e: number; ee: number; last: number };

/**
 * The usual tickets per player of each series, learned hour by hour. A build without history takes
 * the rate of all builds.
 */
export class Baseline {
  readonly #parents = new Map<string, Parent>();
  readonly #platforms = new Map<string, Exposure>();
  readonly #builds = new Map<string, Exposure>();
  readonly #spikes: ReadonlyMap<string, readonly KnownSpike[]>;
  #lastHour = 0;

  constructor(spikes: readonly KnownSpike[] = []) {
    this.#spikes = Map.groupBy(spikes, ({ build, platform, type }) => nameOf(build, platform, type));
  }

  /** Takes all rows of an hour at once. */
  learn(tickets: readonly TicketHour[], players: readonly PlayerHour[]): void {
    const ticketsOf = Map.groupBy(tickets, ({ hour }) => hour);
    for (const [hour, ofHour] of Map.groupBy(players, (row) => row.hour)) {
      this.#lastHour = Math.max(this.#lastHour, hour);
      this.#learnHour(hour, ticketsOf.get(hour) ?? [], ofHour);
    }
  }

  #learnHour(hour: number, tickets: readonly TicketHour[], players: readonly PlayerHour[]): void {
    const ofBuilds = new Map<string, number>();
    const ofPlatforms = new Map<string, number>();
    for (const { build, platform, players: count } of players) {
      if (build === REST) continue;
      ofBuilds.set(nameOf(build, platform), count);
      ofPlatforms.set(platform, (ofPlatforms.get(platform) ?? 0) + count);
    }
    for (const [name, count] of ofBuilds) if (count >= MIN_ACTIVE_PLAYERS) expose(this.#builds, name, count, hour);
    for (const [name, count] of ofPlatforms) {
      if (count >= MIN_ACTIVE_PLAYERS) expose(this.#platforms, name, count, hour);
    }
    for (const { build, platform, type, tickets: n } of tickets) {
      const e = ofBuilds.get(nameOf(build, platform));
      if (e === undefined || (ofPlatforms.get(platform) ?? 0) < MIN_ACTIVE_PLAYERS) continue;
      const spikes = this.#spikes.get(nameOf(build, platform, type));
      const isSpike = spikes?.some((spike) => spike.hour <= hour && hour <= spike.last_hour) === true;
      const parent = this.#parentOf(platform, type);
      // A spike of one build must not look usual for others.
      if (isSpike) parent.lessE += e;
      else parent.n += n;
      if (e >= MIN_ACTIVE_PLAYERS) note(parent.builds, build, isSpike ? undefined : n, e);
    }
  }

  #parentOf(platform: string, type: string): Parent {
    const name = nameOf(platform, type);
    const parent = this.#parents.get(name) ?? { platform, n: 0, lessE: 0, builds: new Map<string, Sums>() };
    this.#parents.set(name, parent);
    return parent;
  }

  /**
   * The tickets of a series in an hour with so many players, and their variation. Undefined: the
   * platform is too new.
   */
  expected({ build, platform, type }: SeriesKey, players: number): Distribution | undefined {
    const ofPlatform = this.#platforms.get(platform);
    if (ofPlatform === undefined || ofPlatform.hours < MIN_BASELINE_HOURS) return undefined;
    const parent = this.#parents.get(nameOf(platform, type));
    const parentRate = Math.max(parent?.n ?? 0, HALF_A_TICKET) / Math.max(1, ofPlatform.e - (parent?.lessE ?? 0));
    const own = parent?.builds.get(build);
    const ownPlayers = Math.max(0, (this.#builds.get(nameOf(build, platform))?.e ?? 0) - (own?.lessE ?? 0));
    const shape = PRIOR_TICKETS + (own?.n ?? 0);
    const rate = shape / (PRIOR_TICKETS / parentRate + ownPlayers);
    return { mean: rate * players, size: 1 / (1 / shape + this.#dispersionOf(parent)) };
  }

  /**
   * How much a build's rate varies beyond chance, by the method of moments. Each build is compared
   * with itself: in a sum, ups of one hide downs of another.
   */
  #dispersionOf(parent: Parent | undefined): number {
    let extra = 0;
    let scale = 0;
    for (const [build, { n, nn, ne, lessE, lessEe }] of parent?.builds ?? []) {
      const exposure = this.#builds.get(nameOf(build, parent?.platform ?? ''));
      if (exposure === undefined || exposure.e <= lessE) continue;
      const rate = n / (exposure.e - lessE);
      const squares = rate ** 2 * (exposure.ee - lessEe);
      extra += nn - 2 * rate * ne + squares - n;
      scale += squares;
    }
    return scale === 0 ? MIN_DISPERSION : Math.min(MAX_DISPERSION, Math.max(MIN_DISPERSION, extra / scale));
  }

  /**
   * Series that could spike: builds with enough players in the last day, and tickets of two players
   * in an hour. So invented names do not make others' spikes less unlikely.
   */
  get series(): number {
    let count = 0;
    for (const { platform, builds } of this.#parents.values()) {
      for (const [build, { most }] of builds) {
        const last = this.#builds.get(nameOf(build, platform))?.last ?? 0;
        if (most >= 2 && last > this.#lastHour - DAY / HOUR) count++;
      }
    }
    return Math.min(MAX_RADAR_SERIES, count);
  }

  get isReady(): boolean {
    for (const { hours } of this.#platforms.values()) if (hours >= MIN_BASELINE_HOURS) return true;
    return false;
  }
}

function expose(map: Map<string, Exposure>, name: string, count: number, hour: number): void {
  const exposure = map.get(name) ?? { hours: 0, e: 0, ee: 0, last: 0 };
  exposure.hours++;
  exposure.e += count;
  exposure.ee += count ** 2;
  exposure.last = hour;
  map.set(name, exposure);
}

function note(map: Map<string, Sums>, build: string, n: number | undefined, e: number): void {
  const sums = map.get(build) ?? { n: 0, nn: 0, ne: 0, lessE: 0, lessEe: 0, most: 0 };
  if (n === undefined) {
    sums.lessE += e;
    sums.lessEe += e ** 2;
  } else {
    sums.n += n;
    sums.nn += n ** 2;
    sums.ne += n * e;
    sums.most = Math.max(sums.most, n);
  }
  map.set(build, sums);
}
