import type { PlayerHour, TicketHour } from '../../src/domain/radar/baseline.ts';

/** A game's players and tickets, hour by hour, without real spikes. */

export type Random = () => number;

/** Draws numbers 0 to 1 by seed: mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Draws a gamma variable of this shape and mean 1 (Marsaglia and Tsang). */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return (gamma(random, shape + 1) * (shape + 1) * random() ** (1 / shape)) / shape;
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return (d * v) / shape;
  }
}

export function poisson(random: Random, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let count = 0;
  for (let product = random(); product > Math.exp(-mean); product *= random()) count++;
  return count;
}

export interface Game {
  readonly title: string;
  /** Active ones in an average hour. */
  readonly players: number;
  /** Tickets per thousand players and hour, of all types. */
  readonly rate: number;
  /** Each series' variation from hour to hour beyond chance: 0 is pure chance. */
  readonly dispersion: number;
}

const PLATFORMS = [
  ['ios', 0.45],
  ['android', 0.4],
  ['web', 0.15],
] as const;
const TYPES = [
  ['bug', 0.4],
  ['payment', 0.2],
  ['gameplay', 0.2],
  ['account', 0.15],
  ['appeal', 0.05],
] as const;
const DAY = 24;
const RELEASE_HOURS = 14 * DAY;
/** Their players are not negligible. */
const LIVE_BUILDS = 3;
const ROLL_OUT_HOURS = 36;

/** Players with this build or a later one: a slow roll-out after its release. */
const adopted = (hour: number, build: number) =>
  1 / (1 + Math.exp(-(hour - build * RELEASE_HOURS - 96) / ROLL_OUT_HOURS));

export interface GeneratedHour {
  readonly tickets: TicketHour[];
  readonly players: PlayerHour[];
  /** Of each ticket row, and of series without tickets. */
  readonly means: readonly {
    readonly build: string;
    readonly platform: string;
    readonly type: string;
    readonly mean: number;
  }[];
}

/** Yields a game's hours. Each build and each hour of the day has its own rate. */
export function* generate(game: Game, random: Random, hours: number): Generator<GeneratedHour> {
  const ofBuild = new Map<string, number>();
  const factorOf = (name: string) => {
    const known = ofBuild.get(name) ?? Math.exp(0.2 * normal(random));
    ofBuild.set(name, known);
    return known;
  };
  for (let hour = 0; hour < hours; hour++) {
    const time = (2 * Math.PI * (hour % DAY)) / DAY;
    const isWeekend = Math.floor(hour / DAY) % 7 >= 5;
    const active = game.players * (1 + 0.6 * Math.sin(time)) * (isWeekend ? 1.3 : 1) * Math.exp(0.05 * normal(random));
    // People write more in the evening than they play.
    const daily = 1 + 0.3 * Math.sin(time - 1);
    const newest = Math.floor(hour / RELEASE_HOURS);
    const all: GeneratedHour = { tickets: [], players: [], means: [] };
    const means: GeneratedHour['means'][number][] = [];
    for (let build = Math.max(0, newest - LIVE_BUILDS); build <= newest; build++) {
      const oldest = build === Math.max(0, newest - LIVE_BUILDS);
      const share = (oldest ? 1 : adopted(hour, build)) - (build === newest ? 0 : adopted(hour, build + 1));
      for (const [platform, ofPlatform] of PLATFORMS) {
        const players = Math.round(active * share * ofPlatform);
        if (players < 1) continue;
        // The count is an estimate too.
        const counted = Math.max(1, Math.round(players * (players > 300 ? Math.exp(0.045 * normal(random)) : 1)));
        all.players.push({ build: `1.${build}`, platform, hour, players: counted });
        for (const [type, ofType] of TYPES) {
          const key = { build: `1.${build}`, platform, type };
          const mean = (players / 1000) * game.rate * ofType * daily * factorOf(`${build} ${platform} ${type}`);
          means.push({ ...key, mean });
          const rate = game.dispersion === 0 ? mean : mean * gamma(random, 1 / game.dispersion);
          const tickets = poisson(random, rate);
          if (tickets > 0) all.tickets.push({ ...key, hour, tickets });
        }
      }
    }
    yield { ...all, means };
  }
}
