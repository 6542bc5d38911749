import { RecentMap } from '../domain/recent-map.ts';
import { SECOND } from '../domain/time.ts';

/** Maximum age of an entry. It limits the delay if another node's notification is lost. */
const MAX_AGE_MS = SECOND;
/** The cache has at least so many entries, and at most twice as many. */
const KEPT_ENTRIES = 50;

/** Caches what was computed from the tickets of some projects, until one of the tickets changes. */
export function createTicketCache(clock: () => number) {
  const entries = new RecentMap<{ value: Promise<unknown>; changes: number; expiresAt: number }>(KEPT_ENTRIES);
  /** The number of the last change, by project, and the number of changes so far. */
  const lastChange = new Map<string | undefined, number>();
  let changes = 0;

  return {
    /** Call it after the commit. Undefined: tickets of any project may have changed. */
    changed(projectId: string | undefined): void {
      lastChange.set(projectId, ++changes);
    },

    /** Returns what `load` returned for these projects, at most MAX_AGE_MS ago. */
    read<T>(what: string, projectIds: readonly string[], load: () => Promise<T>): Promise<T> {
      const key = JSON.stringify([what, projectIds]);
      const kept = entries.get(key);
      const isCurrent = [undefined, ...projectIds].every((id) => (lastChange.get(id) ?? 0) <= (kept?.changes ?? -1));
      // The cast: each `what` has values of one type.
      if (kept !== undefined && isCurrent && clock() < kept.expiresAt) return kept.value as Promise<T>;
      const entry = { changes, expiresAt: clock() + MAX_AGE_MS, value: load() };
      entries.set(key, entry);
      entry.value.catch(() => {
        entry.expiresAt = 0;
      });
      return entry.value;
    },
  };
}
