import { MAX_RADAR_BUILDS } from '@player-support/contract/limits';
import { PlayerSketch } from './player-sketch.ts';
import { type BuildKey, MIN_ACTIVE_PLAYERS, nameOf, REST_OF_BUILDS } from './series.ts';
import { WaitingBuilds } from './waiting-builds.ts';

/**
 * Sketches in memory, of all projects, builds and platforms: two megabytes. More are not counted.
 */
const MAX_SKETCHES = 4096;

/** A build and platform in an hour of a project. */
export interface Counted extends BuildKey {
  readonly projectId: string;
  /** Hours since 1970, UTC. */
  readonly hour: number;
}

export interface Counter extends Counted {
  readonly sketch: PlayerSketch;
  /** How many players the sketch has, as it estimates. */
  players: number;
  /** The players of the hour before, if they were enough to keep a place. */
  readonly playersBefore: number;
  /** Whether it has players that are not stored. False once it has lost its place. */
  isChanged: boolean;
  /** Whether it may have a row. */
  isStored: boolean;
}

const isRest = ({ build, platform }: BuildKey) =>
  build === REST_OF_BUILDS.build && platform === REST_OF_BUILDS.platform;

/** What decides over places: the players of this hour or of the one before, whichever are more. */
const weightOf = ({ players, playersBefore }: Counter) => Math.max(players, playersBefore);

/**
 * Who has a place: the builds and platforms whose players are counted one by one. Games choose the
 * names, so an hour of a project has MAX_RADAR_BUILDS places, and one for all others together. If
 * all are taken, a name waits until it has more players than the smallest with a place. Then it takes
 * that place, with the players that it had while it waited. So names that few players have take
 * places neither from a build with many, nor from one that is about to have many.
 */
export class ActivePlaces {
  /** By project and hour, then by build and platform. */
  readonly #hours = new Map<string, Map<string, Counter>>();
  /** Of the hour before, once its counters are forgotten: how many players each build had. */
  readonly #before = new Map<string, { readonly hour: number; readonly players: ReadonlyMap<string, number> }>();
  readonly #waiting = new WaitingBuilds();
  #size = 0;
  readonly #removed: Counter[] = [];

  /** Counts a player by its hash. */
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

  /** Counts a player of a name without a place, which gets one if it has enough players now. */
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

  /** Its players become some of the rest, and wait with its name. */
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

  /** How many players a build had in the hour before. Zero if they were too few to keep a place. */
  #playersBefore({ projectId, hour, build, platform }: Counted): number {
    const [ofHour, name] = [nameOf(projectId, String(hour - 1)), nameOf(build, platform)];
    const players = this.#hours.get(ofHour)?.get(name)?.players ?? this.#before.get(ofHour)?.players.get(name) ?? 0;
    return players < MIN_ACTIVE_PLAYERS ? 0 : players;
  }

  /** Those that are not stored, or have changed since. */
  changed(): Counter[] {
    return [...this.#hours.values()].flatMap((counters) => [...counters.values()].filter(({ isChanged }) => isChanged));
  }

  /** Those that lost their place after they were stored. */
  get removed(): readonly Counter[] {
    return this.#removed;
  }

  /** Forgets the first ones that lost their place. */
  forgetRemoved(count: number): void {
    this.#removed.splice(0, count);
  }

  /** Forgets those of earlier hours, unless they are not stored. */
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

/** The one that loses its place next. Of equal ones, that with the oldest place. */
function smallestOf(counters: ReadonlyMap<string, Counter>): Counter {
  return [...counters.values()]
    .filter((counter) => !isRest(counter))
    .reduce((smallest, counter) => (weightOf(counter) < weightOf(smallest) ? counter : smallest));
}

function changed(counter: Counter): void {
  counter.players = counter.sketch.count();
  counter.isChanged = true;
}
