import { RecentMap } from '../domain/recent-map.ts';
import { SECOND } from '../domain/time.ts';
import type { TicketCache } from './ticket-cache.ts';

/** A count stays this long, however many tickets change. */
const MIN_AGE_MS = 4 * SECOND;
/** Without changes, in case one was lost. */
const MAX_AGE_MS = 30 * SECOND;
/** At least, and at most twice as many. */
const KEPT_COUNTS = 1000;

interface ViewCount {
  readonly count: number;
  readonly capped: boolean;
}

interface Kept {
  readonly value: ViewCount;
  readonly countedAt: number;
  /** See `TicketCache.lastChange`. */
  readonly change: number;
}

/** Keeps the counts of saved views, for all members with the same access. */
export function createViewCounts(clock: () => number, tickets: TicketCache) {
  const kept = new RecentMap<Kept>(KEPT_COUNTS);
  return {
    /** Finds the last count, whether it is new enough, and if no ticket changed since. */
    find(key: string, projectIds: readonly string[]) {
      const last = kept.get(key);
      if (last === undefined) return undefined;
      const age = clock() - last.countedAt;
      const isUnchanged = tickets.lastChange(projectIds) <= last.change;
      return { ...last, isUnchanged, isFresh: age < MIN_AGE_MS || (isUnchanged && age < MAX_AGE_MS) };
    },

    async count(key: string, projectIds: readonly string[], load: () => Promise<ViewCount>): Promise<ViewCount> {
      const change = tickets.lastChange(projectIds);
      const countedAt = clock();
      const value = await load();
      kept.set(key, { value, countedAt, change });
      return value;
    },
  };
}

export type ViewCounts = ReturnType<typeof createViewCounts>;
