import { MINUTE } from '../../domain/time.ts';
import type { Store } from '../../store/store.ts';

/** Keys that are remembered between two writes. The use of any further one is not noted. */
const KEYS = 10_000;
/** Rows per transaction, so that nobody waits for long. */
const BATCH = 100;

/** When this process last saw each API key used; in memory, so that no request waits for it. */
export interface KeyUse {
  note(apiKeyId: string, now: number): void;
  /** Stores what was noted, at most once a minute unless `final`. Keeps what it cannot store. */
  write(now: number, final?: boolean): Promise<void>;
}

export function createKeyUse(store: Pick<Store, 'transaction'>): KeyUse {
  const uses = new Map<string, number>();
  let writeAfter = 0;

  return {
    note(apiKeyId, now) {
      if (uses.size < KEYS || uses.has(apiKeyId)) uses.set(apiKeyId, now);
    },

    async write(now, final = false) {
      if (uses.size === 0 || (now < writeAfter && !final)) return;
      writeAfter = now + MINUTE;
      // In one order on all nodes, so that two of them never wait for each other.
      const noted = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
      for (let start = 0; start < noted.length; start += BATCH) {
        const batch = noted.slice(start, start + BATCH);
        await store.transaction(async ({ apiKeys }) => {
          for (const [id, at] of batch) await apiKeys.used(id, at);
        });
        for (const [id, at] of batch) if (uses.get(id) === at) uses.delete(id);
      }
    },
  };
}
