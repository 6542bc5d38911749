import { randomBytes } from 'node:crypto';
import { parseContext } from '../domain/context.ts';
import { ActivePlaces, type Counter } from '../domain/radar/active-places.ts';
import { hashText } from '../domain/radar/player-sketch.ts';
import { buildKeyOf, hourOf } from '../domain/radar/series.ts';
import { RecentMap } from '../domain/recent-map.ts';
import { MINUTE } from '../domain/time.ts';
import type { PlayerSession } from '../store/player-reads.ts';
import type { Store } from '../store/store.ts';

declare module '../operations/context.ts' {
  interface Parts {
    /** Counts the active players of each hour for the build radar. */
    readonly activePlayers: ActivePlayers;
  }
}

/** Entries of the table of players that were counted a moment ago: half a megabyte. */
const RECENT = 1 << 17;
/**
 * How often a player who identifies counts in an hour. So nobody counts for more builds than this.
 */
const MAX_IDENTIFIED = 5;
/** At least so many players who identified are remembered. */
const IDENTIFIED = 50_000;
/** Rows in one transaction. Requests wait for it, so it must be short. */
const BATCH_SIZE = 50;

type Noted = Pick<PlayerSession, 'player_id' | 'project_id' | 'context'>;

/**
 * Counts in memory how many players of each build and platform were active in each hour, so that a
 * poll does not wait for a write. The counts are estimates (see PlayerSketch).
 */
export function createActivePlayers(store: Pick<Store, 'transaction'>) {
  // Each start has its own rows, so that a restart loses nothing that was stored.
  const node = randomBytes(9).toString('base64url');
  const places = new ActivePlaces();
  /** By the low bits of a hash: the whole hash of the player who was counted last. */
  const recent = new Uint32Array(RECENT);
  /** How often each player identified in an hour. */
  const identified = new RecentMap<number>(IDENTIFIED);
  let writeAfter = 0;

  const keyOf = ({ projectId, hour, build, platform }: Counter) => ({ project_id: projectId, hour, build, platform });

  async function save(changed: readonly Counter[]): Promise<void> {
    // Some can have lost their place in the meantime.
    const batch = changed.filter(({ isChanged }) => isChanged);
    const rows = batch.map((counter) => {
      const { sketch } = counter;
      return { ...keyOf(counter), node, players: sketch.count(), sketch: sketch.toString() };
    });
    for (const counter of batch) {
      counter.isChanged = false;
      counter.isStored = true;
    }
    try {
      await store.transaction(async (tx) => {
        for (const row of rows) await tx.radarPlayers.save(row);
      });
    } catch (error) {
      for (const counter of batch) counter.isChanged = true;
      throw error;
    }
  }

  return {
    /**
     * Counts a player as active. It costs less than a microsecond if it was counted a moment ago.
     *
     * @param isNew whether the context is a new one: a player who updates the game counts for both
     *   builds
     */
    note(
      { player_id: playerId, project_id: projectId, context }: Noted,
      now: number,
      { isNew = false }: { readonly isNew?: boolean } = {},
    ): void {
      const hour = hourOf(now);
      const player = hashText(playerId);
      const seen = (player ^ hour) >>> 0;
      const place = seen % RECENT;
      if (recent[place] === seen && !isNew) return;
      // Somebody who identifies with invented builds again and again counts for a few of them.
      const times = identified.get(String(seen)) ?? 0;
      if (times >= MAX_IDENTIFIED) return;
      if (isNew) identified.set(String(seen), times + 1);
      recent[place] = seen;
      places.note({ projectId, hour, ...buildKeyOf(parseContext(context)) }, player);
    },

    /**
     * Stores the counts, at most once a minute unless `final` is true. If storing fails, they are
     * kept for the next call.
     */
    async write(now: number, final = false): Promise<void> {
      if (now < writeAfter && !final) return;
      writeAfter = now + MINUTE;
      // Before the others: a build that lost its place can have another one by now.
      while (places.removed.length > 0) {
        const batch = places.removed.slice(0, BATCH_SIZE);
        await store.transaction(async (tx) => {
          for (const counter of batch) await tx.radarPlayers.remove({ ...keyOf(counter), node });
        });
        places.forgetRemoved(batch.length);
      }
      const changed = places.changed();
      for (let start = 0; start < changed.length; start += BATCH_SIZE) {
        await save(changed.slice(start, start + BATCH_SIZE));
      }
      places.forgetBefore(hourOf(now));
    },
  };
}

export type ActivePlayers = ReturnType<typeof createActivePlayers>;
