import { MINUTE } from '../domain/time.ts';
import type { Store } from '../store/store.ts';

/** Keys and sessions that are remembered between two writes. The use of more is not recorded. */
const MAX_USES = 10_000;
/** Rows in one transaction. Requests wait for it, so it must be short. */
const BATCH_SIZE = 100;

/** What was used: the id of an API key, or the hash of a member's session. */
type UseOf = 'apiKeys' | 'memberSessions';

/**
 * Records in memory when each API key and session was used last, so that requests do not wait for a
 * write.
 */
export function createLastUse(store: Pick<Store, 'transaction'>) {
  /** When, by what was used. The kind comes first in the name, so that all nodes sort alike. */
  const uses = new Map<string, number>();
  let writeAfter = 0;

  return {
    note(of: UseOf, id: string, now: number): void {
      const name = `${of} ${id}`;
      if (uses.size < MAX_USES || uses.has(name)) uses.set(name, now);
    },

    /**
     * Stores the recorded uses, at most once a minute unless `final` is true. If storing fails,
     * they are kept for the next call.
     */
    async write(now: number, final = false): Promise<void> {
      if (uses.size === 0 || (now < writeAfter && !final)) return;
      writeAfter = now + MINUTE;
      // All nodes use the same order, so that two of them never wait for each other.
      const sorted = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
      for (let start = 0; start < sorted.length; start += BATCH_SIZE) {
        const batch = sorted.slice(start, start + BATCH_SIZE);
        await store.transaction(async (tx) => {
          for (const [name, at] of batch) {
            const [of = '', id = ''] = name.split(' ');
            await tx[of as UseOf].used(id, at);
          }
        });
        for (const [name, at] of batch) if (uses.get(name) === at) uses.delete(name);
      }
    },
  };
}

export type LastUse = ReturnType<typeof createLastUse>;
