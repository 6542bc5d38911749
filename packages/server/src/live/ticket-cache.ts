import { RecentMap } from '../domain/recent-map.ts';
import { SECOND } from '../domain/time.ts';

/** The age limits the delay if another process's notification is lost. */
const MAX_AGE_MS = SECOND;
/** At least, and at most twice as many. */
const KEPT_ENTRIES = 50;

/** Computed from tickets of some projects, until one of these changes. */
export function createTicketCache(clock: () => number) {
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

export type TicketCache = ReturnType<typeof createTicketCache>;
