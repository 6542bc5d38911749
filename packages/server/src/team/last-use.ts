import { MINUTE } from '../domain/time.ts';
import type { Store } from '../store/store.ts';

/** Keys and sessions between two writes. Further uses are not recorded. */
const MAX_USES = 10_000;
/** Per transaction. Requests wait for it, so it must be short. */
const BATCH_SIZE = 100;

/** By the id of an API key, or the hash of a session. */
type UseOf = 'apiKeys' | 'memberSessions';

/** Records uses in memory, so that requests do not wait for a write. */
export function createLastUse(store: Pick<Store, 'transaction'>) {
  /** Names begin with the kind, so that all nodes sort alike. */
  const uses = new Map<string, number>();
  let writeAfter = 0;

  return {
    note(of: UseOf, id: string, now: number): void {
      const name = `${of} ${id}`;
      if (uses.size < MAX_USES || uses.has(name)) uses.set(name, now);
    },

    /**
     * Stores the uses, at most once a minute unless `final`. If storing fails, they wait for the
     * next call. `now`: monotonic milliseconds.
     */
    async write(now: number, final = false): Promise<void> {
      if (uses.size === 0 || (now < writeAfter && !final)) return;
      writeAfter = now + MINUTE;
      // All nodes use the same order, so they never deadlock.
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
