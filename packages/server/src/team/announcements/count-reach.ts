import { audienceOf, shownSince } from '../../domain/announcements.ts';
import { nextTurn } from '../../domain/next-turn.ts';
import { DAY } from '../../domain/time.ts';
import type { Context } from '../../operations/context.ts';
import { countPlayers } from '../../operations/count-players.ts';
import type { StoredAnnouncement } from '../../store/announcements.ts';
import type { Store } from '../../store/store.ts';

/** Counted so long after the end. Later, too many players have come back. */
export const REACH_COUNT_MS = DAY;

type Options = Pick<Context, 'store' | 'live'> & { readonly now: number; readonly stopping: () => boolean };

/** Counts the players that an announcement reached. `read` runs each statement, in turns. */
export const reachOf = (store: Store, announcement: StoredAnnouncement, read: Parameters<typeof countPlayers>[2]) => {
  const { project_id: projectId } = announcement;
  const counted = { projectId, audience: audienceOf(announcement), seenSince: shownSince(announcement) };
  return countPlayers(store, counted, read);
};

/**
 * Counts the players that ended announcements reached, soon after the end: later a player's last
 * visit no longer tells. Of two nodes, the first result stays. Throws AggregateError.
 */
export async function countReach({ store, live, now, stopping }: Options): Promise<void> {
  const failures: unknown[] = [];
  // A tilde sorts after every character of an id.
  let after = { endedAt: now - REACH_COUNT_MS, id: '~' };
  while (!stopping()) {
    const announcement = await store.announcements.toCountReach(after, now);
    if (announcement === undefined) break;
    const { announcement_id: id, ends_at: endedAt } = announcement;
    after = { endedAt: endedAt ?? now, id };
    try {
      const reached = await reachOf(store, announcement, async (read) => {
        // Requests of players go on between two reads.
        await nextTurn();
        return read();
      });
      if (await store.announcements.setReached(id, JSON.stringify(reached))) live.settingsChanged('announcements');
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the reach of some announcements was not counted');
}
