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
    /** Per hour, for the build radar. */
    readonly activePlayers: ActivePlayers;
  }
}

/** Entries in a table of players counted a moment ago: half a megabyte. */
const RECENT = 1 << 17;
/** Per player and hour, so that nobody counts for more builds. */
const MAX_IDENTIFIED = 5;
/** At least so many identified players. */
const IDENTIFIED = 50_000;
/** Per transaction. Requests wait for it, so it must be short. */
const BATCH_SIZE = 50;

type Noted = Pick<PlayerSession, 'player_id' | 'project_id' | 'context'>;

/**
 * Counts active players by build, platform and hour, in memory, so that polls do not wait for a
 * write.
 */
export function createActivePlayers(store: Pick<Store, 'transaction'>) {
  // Each start has its own rows, so that a restart keeps what was stored.
  const node = randomBytes(9).toString('base64url');
  const places = new ActivePlaces();
  /** By a hash's low bits: the whole hash of the last counted player. */
  const recent = new Uint32Array(RECENT);
  /** Per player and hour. */
  const identified = new RecentMap<number>(IDENTIFIED);
  let writtenAt = Number.NEGATIVE_INFINITY;

  const keyOf = ({ projectId, hour, build, platform }: Counter) => ({ project_id: projectId, hour, build, platform });

  async function save(changed: readonly Counter[]): Promise<void> {
    // Some can have lost their place meanwhile.
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
    /** Less than a microsecond if counted a moment ago. `isNew`: a new context. */
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
      // Repeated identifies with invented builds count for a few of them.
      const times = identified.get(String(seen)) ?? 0;
      if (times >= MAX_IDENTIFIED) return;
      if (isNew) identified.set(String(seen), times + 1);
      recent[place] = seen;
      places.note({ projectId, hour, ...buildKeyOf(parseContext(context)) }, player);
    },

    /** Stores the counts, at most once a minute unless `final`. */
    async write(now: number, final = false): Promise<void> {
      // The clock can be set back, which must not prolong the wait.
      if (Math.abs(now - writtenAt) < MINUTE && !final) return;
      writtenAt = now;
      // First: a build that lost its place can have another one by now.
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
