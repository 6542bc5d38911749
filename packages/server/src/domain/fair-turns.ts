export interface Waiting {
  readonly project_id: string;
  readonly player_id: string;
  /** In any unit. */
  readonly cost: number;
}

/** Gives each key the same share, whatever it sends: who used less comes first (fair queuing). */
class Shares {
  /** What a key that always waits would have used by now. */
  #now = 0;
  readonly #used = new Map<string, number>();

  /** Who comes back after a break has saved nothing. */
  begin(keys: ReadonlySet<string>): void {
    for (const [key, used] of this.#used) if (used <= this.#now && !keys.has(key)) this.#used.delete(key);
    for (const key of keys) if (!this.#used.has(key)) this.#used.set(key, this.#now);
  }

  after(key: string, cost: number): number {
    return (this.#used.get(key) ?? this.#now) + cost;
  }

  use(key: string, cost: number): void {
    this.#used.set(key, this.after(key, cost));
    // Those who wait, or used their share ahead of time.
    this.#now += cost / this.#used.size;
  }
}

/** Decides which work comes next, so that a flood of one project or player delays only its own. */
export class FairTurns {
  readonly #projects = new Shares();
  readonly #players = new Shares();
  /** The last player whose work was seen: where much waits, the next see others. */
  seenTo = '';

  /** Returns the next ones, at most `limit` of `maxCost` together, but always one. */
  next<Work extends Waiting>(waiting: readonly Work[], limit: number, maxCost: number): Work[] {
    const ofPlayers = Map.groupBy(waiting, ({ player_id }) => player_id);
    this.#projects.begin(new Set(waiting.map(({ project_id }) => project_id)));
    this.#players.begin(new Set(ofPlayers.keys()));
    const chosen: Work[] = [];
    for (let cost = 0; chosen.length < limit; ) {
      const firsts = new Map<string, Work>();
      for (const [work] of ofPlayers.values()) {
        if (work === undefined) continue;
        const best = firsts.get(work.project_id);
        if (best === undefined || this.#ofPlayer(work) < this.#ofPlayer(best)) firsts.set(work.project_id, work);
      }
      const best = lowest([...firsts.values()], (one) => this.#projects.after(one.project_id, one.cost));
      if (best === undefined || (chosen.length > 0 && cost + best.cost > maxCost)) break;
      chosen.push(best);
      cost += best.cost;
      ofPlayers.get(best.player_id)?.shift();
      this.#projects.use(best.project_id, best.cost);
      this.#players.use(best.player_id, best.cost);
    }
    return chosen;
  }

  /** They were not done, and go on waiting: what they cost was not used. */
  takeBack(chosen: readonly Waiting[]): void {
    for (const { project_id, player_id, cost } of chosen) {
      this.#projects.use(project_id, -cost);
      this.#players.use(player_id, -cost);
    }
  }

  #ofPlayer({ player_id, cost }: Waiting): number {
    return this.#players.after(player_id, cost);
  }
}

const lowest = <T>(list: readonly T[], rankOf: (one: T) => number): T | undefined =>
  list.reduce<T | undefined>((best, one) => (best === undefined || rankOf(one) < rankOf(best) ? one : best), undefined);
