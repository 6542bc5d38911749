import { randomInt } from 'node:crypto';
import { MAX_RADAR_BUILDS } from '@player-support/contract/limits';
import { hashText, PlayerSketch, REGISTERS } from './player-sketch.ts';
import { type BuildKey, MIN_ACTIVE_PLAYERS, nameOf, REST_OF_BUILDS } from './series.ts';

/**
 * Sketches in memory, of all projects, builds and platforms: two megabytes. More are not counted.
 */
const MAX_SKETCHES = 4096;

const ROWS = 4;
const CELLS = 1024;

/**
 * Players of all builds without a place, in two megabytes: a count-min sketch. A name has one cell
 * per row, shared with others. Its players are in all of them, others' hardly ever.
 */
class WaitingBuilds {
  readonly #seeds = Array.from({ length: ROWS }, () => randomInt(2 ** 32));
  /** Most processes never need it. */
  #registers: Uint8Array | undefined;
  #hour = 0;

  /** Forgets the players of earlier hours. */
  add(hour: number, name: string, players: PlayerSketch): void {
    if (hour > this.#hour) this.#registers?.fill(0);
    this.#hour = Math.max(hour, this.#hour);
    for (const cell of this.#cellsOf(name)) cell.merge(players);
  }

  /** All players of the name in this hour, and rarely some of others. */
  playersOf(name: string): PlayerSketch {
    const players = new PlayerSketch();
    for (const [row, cell] of this.#cellsOf(name).entries()) {
      if (row === 0) players.merge(cell);
      else players.keepCommon(cell);
    }
    return players;
  }

  #cellsOf(name: string): PlayerSketch[] {
    this.#registers ??= new Uint8Array(ROWS * CELLS * REGISTERS);
    const registers = this.#registers;
    // The seeds are secret, so nobody can choose names that share cells with a real build.
    return this.#seeds.map((seed, row) => {
      const start = (row * CELLS + (hashText(name, seed) % CELLS)) * REGISTERS;
      return new PlayerSketch(registers.subarray(start, start + REGISTERS));
    });
  }
}

export interface Counted extends BuildKey {
  readonly projectId: string;
  /** Hours since 1970, UTC. */
  readonly hour: number;
}

export interface Counter extends Counted {
  readonly sketch: PlayerSketch;
  /** The sketch's estimate. */
  players: number;
  /** Players of the hour before, if enough to keep a place. */
  readonly playersBefore: number;
  /** Has players that are not stored. False once it lost its place. */
  isChanged: boolean;
  /** It may have a row. */
  isStored: boolean;
}

const isRest = ({ build, platform }: BuildKey) =>
  build === REST_OF_BUILDS.build && platform === REST_OF_BUILDS.platform;

/** Decides over places: the players of this hour or the one before, whichever are more. */
const weightOf = ({ players, playersBefore }: Counter) => Math.max(players, playersBefore);

/**
 * Who has a place: the builds and platforms whose players are counted one by one. Games choose the
 * names, so an hour of a project has MAX_RADAR_BUILDS places, and one for all others together. A
 * name waits until it has more players than the smallest with a place, and then takes that, with
 * its players so far. So names that few players have take no places from builds with many.
 */
export class ActivePlaces {
  /** By project and hour, then by build and platform. */
  readonly #hours = new Map<string, Map<string, Counter>>();
  /** The hour before, once its counters are forgotten: players by build. */
  readonly #before = new Map<string, { readonly hour: number; readonly players: ReadonlyMap<string, number> }>();
  readonly #waiting = new WaitingBuilds();
  #size = 0;
  readonly #removed: Counter[] = [];

  /** `player`: its hash. */
  note(counted: Counted, player: number): void {
    const counters = this.#countersOf(counted);
    const known = counters.get(nameOf(counted.build, counted.platform));
    const isFull = counters.size - Number(counters.has(REST_NAME)) >= MAX_RADAR_BUILDS;
    if (known === undefined && isFull && !isRest(counted)) {
      this.#wait(counters, counted, player);
    } else {
      const counter = known ?? this.#create(counters, counted);
      if (counter?.sketch.add(player)) changed(counter);
    }
  }

  #countersOf({ projectId, hour }: Counted): Map<string, Counter> {
    return this.#hours.get(nameOf(projectId, String(hour))) ?? new Map<string, Counter>();
  }

  #create(counters: Map<string, Counter>, counted: Counted, sketch = new PlayerSketch()): Counter | undefined {
    if (this.#size >= MAX_SKETCHES) return undefined;
    const playersBefore = this.#playersBefore(counted);
    const counter = { ...counted, sketch, players: 0, playersBefore, isChanged: false, isStored: false };
    counters.set(nameOf(counted.build, counted.platform), counter);
    this.#hours.set(nameOf(counted.projectId, String(counted.hour)), counters);
    this.#size++;
    return counter;
  }

  /** The name gets a place if it now has enough players. */
  #wait(counters: Map<string, Counter>, counted: Counted, player: number): void {
    const name = waitingName(counted);
    const one = new PlayerSketch();
    one.add(player);
    this.#waiting.add(counted.hour, name, one);
    const sketch = this.#waiting.playersOf(name);
    const smallest = smallestOf(counters);
    if (Math.max(sketch.count(), this.#playersBefore(counted)) > weightOf(smallest)) {
      this.#remove(counters, smallest);
      const counter = this.#create(counters, counted, sketch);
      if (counter !== undefined) changed(counter);
    } else {
      this.#addToRest(counters, counted, one);
    }
  }

  /** Its players join the rest, and wait with its name. */
  #remove(counters: Map<string, Counter>, counter: Counter): void {
    counters.delete(nameOf(counter.build, counter.platform));
    this.#size--;
    counter.isChanged = false;
    if (counter.isStored) this.#removed.push(counter);
    this.#waiting.add(counter.hour, waitingName(counter), counter.sketch);
    this.#addToRest(counters, counter, counter.sketch);
  }

  #addToRest(counters: Map<string, Counter>, { projectId, hour }: Counted, players: PlayerSketch): void {
    const rest = counters.get(REST_NAME) ?? this.#create(counters, { projectId, hour, ...REST_OF_BUILDS });
    if (rest === undefined) return;
    rest.sketch.merge(players);
    changed(rest);
  }

  /** Zero: too few to keep a place. */
  #playersBefore({ projectId, hour, build, platform }: Counted): number {
    const [ofHour, name] = [nameOf(projectId, String(hour - 1)), nameOf(build, platform)];
    const players = this.#hours.get(ofHour)?.get(name)?.players ?? this.#before.get(ofHour)?.players.get(name) ?? 0;
    return players < MIN_ACTIVE_PLAYERS ? 0 : players;
  }

  /** Unstored, or changed since. */
  changed(): Counter[] {
    return [...this.#hours.values()].flatMap((counters) => [...counters.values()].filter(({ isChanged }) => isChanged));
  }

  /** Lost their place after they were stored. */
  get removed(): readonly Counter[] {
    return this.#removed;
  }

  forgetRemoved(count: number): void {
    this.#removed.splice(0, count);
  }

  /** Keeps those that are not stored. */
  forgetBefore(hour: number): void {
    for (const [ofHour, before] of this.#before) if (before.hour < hour - 1) this.#before.delete(ofHour);
    for (const [ofHour, counters] of this.#hours) {
      const players = new Map(this.#before.get(ofHour)?.players);
      for (const [name, counter] of counters) {
        if (counter.hour >= hour || counter.isChanged) continue;
        counters.delete(name);
        this.#size--;
        if (counter.hour === hour - 1 && counter.players >= MIN_ACTIVE_PLAYERS) players.set(name, counter.players);
      }
      if (players.size > 0) this.#before.set(ofHour, { hour: hour - 1, players });
      if (counters.size === 0) this.#hours.delete(ofHour);
    }
  }
}

const REST_NAME = nameOf(REST_OF_BUILDS.build, REST_OF_BUILDS.platform);

const waitingName = ({ projectId, build, platform }: Counted) => nameOf(projectId, build, platform);

/** Loses its place next. Among equals, the oldest place. */
function smallestOf(counters: ReadonlyMap<string, Counter>): Counter {
  return [...counters.values()]
    .filter((counter) => !isRest(counter))
    .reduce((smallest, counter) => (weightOf(counter) < weightOf(smallest) ? counter : smallest));
}

function changed(counter: Counter): void {
  counter.players = counter.sketch.count();
  counter.isChanged = true;
}
