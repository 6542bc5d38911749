import { RecentMap } from '../domain/recent-map.ts';
import { SECOND } from '../domain/time.ts';

/** The age limits the delay if another process's notification is lost. */
const MAX_AGE_MS = SECOND;
/** At least, and at most twice as many. */
const KEPT_ENTRIES = 50;

/** Computed from tickets of some projects, until one of these changes. */
export function createTicketCache(elapsed: () => number) {
  const entries = new RecentMap<{ value: Promise<unknown>; changes: number; expiresAt: number }>(KEPT_ENTRIES);
  /** By project. */
  const lastChange = new Map<string | undefined, number>();
  let changes = 0;

  return {
    /** Call it after the commit. Undefined: tickets of any project may have changed. */
    changed(projectId: string | undefined): void {
      lastChange.set(projectId, ++changes);
    },

    /** Returns a number that grows with each change of a ticket of these projects. */
    lastChange: (projectIds: readonly string[]): number =>
      Math.max(...[undefined, ...projectIds].map((id) => lastChange.get(id) ?? 0)),

    /** Cached. Calls `load` if too old or a ticket has changed. */
    read<T>(what: string, projectIds: readonly string[], load: () => Promise<T>): Promise<T> {
      const key = JSON.stringify([what, projectIds]);
      const kept = entries.get(key);
      const isCurrent = [undefined, ...projectIds].every((id) => (lastChange.get(id) ?? 0) <= (kept?.changes ?? -1));
      // The cast: each `what` has values of one type.
      if (kept !== undefined && isCurrent && elapsed() < kept.expiresAt) return kept.value as Promise<T>;
      const entry = { changes, expiresAt: elapsed() + MAX_AGE_MS, value: load() };
      entries.set(key, entry);
      entry.value.catch(() => {
        entry.expiresAt = 0;
      });
      return entry.value;
    },
  };
}

export type TicketCache = ReturnType<typeof createTicketCache>;

/** A count stays this long, however many tickets change. */
const MIN_COUNT_AGE_MS = 4 * SECOND;
/** Without changes, in case one was lost. */
const MAX_COUNT_AGE_MS = 30 * SECOND;
/** At least, and at most twice as many. */
const KEPT_COUNTS = 1000;

type ViewCount = { readonly count: number; readonly capped: boolean };

interface Kept {
  readonly value: ViewCount;
  readonly countedAt: number;
  /** See `TicketCache.lastChange`. */
  readonly change: number;
}

/** Keeps the counts of saved views, for all members with the same access. */
export function createViewCounts(elapsed: () => number, tickets: TicketCache) {
  const kept = new RecentMap<Kept>(KEPT_COUNTS);
  return {
    /** Finds the last count, whether it is new enough, and if no ticket changed since. */
    find(key: string, projectIds: readonly string[]) {
      const last = kept.get(key);
      if (last === undefined) return undefined;
      const age = elapsed() - last.countedAt;
      const isUnchanged = tickets.lastChange(projectIds) <= last.change;
      return { ...last, isUnchanged, isFresh: age < MIN_COUNT_AGE_MS || (isUnchanged && age < MAX_COUNT_AGE_MS) };
    },

    async count(key: string, projectIds: readonly string[], load: () => Promise<ViewCount>): Promise<ViewCount> {
      const change = tickets.lastChange(projectIds);
      const countedAt = elapsed();
      const value = await load();
      kept.set(key, { value, countedAt, change });
      return value;
    },
  };
}

export type ViewCounts = ReturnType<typeof createViewCounts>;
