import { MINUTE } from '../../domain/time.ts';
import type { Store } from '../../store/store.ts';

/** Keys that are remembered between two writes. The use of more keys is not recorded. */
const MAX_KEYS = 10_000;
/** Rows in one transaction. Requests wait for it, so it must be short. */
const BATCH_SIZE = 100;

/** Records the last use of each API key in memory, so that requests do not wait for a write. */
export function createKeyUse(store: Pick<Store, 'transaction'>) {
  const uses = new Map<string, number>();
  let writeAfter = 0;

  return {
    note(apiKeyId: string, now: number): void {
      if (uses.size < MAX_KEYS || uses.has(apiKeyId)) uses.set(apiKeyId, now);
    },

    /**
     * Stores the recorded uses, at most once a minute unless `final` is true. If storing fails, they
     * are kept for the next call.
     */
    async write(now: number, final = false): Promise<void> {
      if (uses.size === 0 || (now < writeAfter && !final)) return;
      writeAfter = now + MINUTE;
      // All nodes use the same order, so that two of them never wait for each other.
      const sorted = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
      for (let start = 0; start < sorted.length; start += BATCH_SIZE) {
        const batch = sorted.slice(start, start + BATCH_SIZE);
        await store.transaction(async ({ apiKeys }) => {
          for (const [id, at] of batch) await apiKeys.used(id, at);
        });
        for (const [id, at] of batch) if (uses.get(id) === at) uses.delete(id);
      }
    },
  };
}

export type KeyUse = ReturnType<typeof createKeyUse>;
