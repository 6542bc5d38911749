import { leaseOf } from './lease.ts';
import { exclusively, type Work } from './locks.ts';
import type { Storage } from './storage.ts';
import { now, sleep, withTimeout } from './time.ts';

/**
 * How many times a read is tried. Without its stored secret an installation would become a new
 * player.
 */
const MAX_READS = 5;
/** How long the storage may take for one call. */
const TIMEOUT_MS = 5000;

/** A storage that never fails. It reports the errors of the real one. Its keys have a prefix. */
export interface SafeStorage {
  /** Whether nothing outlives the process. */
  readonly isVolatile: boolean;
  read<T>(key: string): Promise<T | undefined>;
  /** Whether the last read of this key succeeded. */
  isReadable(key: string): boolean;
  /**
   * Returns whether the storage has confirmed the value. A key that cannot be read is not written:
   * that would replace an unknown value.
   */
  write(key: string, value: unknown): Promise<boolean>;
  /** Removes these keys. Later writes have no effect. */
  erase(keys: readonly string[]): Promise<void>;
  /** Runs `work` while nobody who shares the storage runs work with this name. */
  exclusively<T>(name: string, work: Work<T>): Promise<T>;
  /** The same storage, with a longer prefix. */
  under(prefix: string): SafeStorage;
}

export function safeStorage(storage: Storage, prefix: string, failed: (error: unknown) => void): SafeStorage {
  const unreadable = new Set<string>();
  /** The last change of each key. It can take longer than the SDK waits for it. */
  const changes = new Map<string, Promise<unknown>>();
  const bounded = <T>(work: () => T | Promise<T>) => withTimeout(TIMEOUT_MS, 'The storage does not respond.', work);

  async function get(key: string): Promise<string | null | undefined> {
    const startedAt = now();
    for (let tries = unreadable.has(key) ? MAX_READS : 1; ; tries++) {
      try {
        const found = await bounded(() => storage.get(key));
        unreadable.delete(key);
        return found;
      } catch (error) {
        if (tries < MAX_READS && now() - startedAt < TIMEOUT_MS) {
          await sleep(50 * 2 ** tries);
          continue;
        }
        failed(error);
        unreadable.add(key);
        return undefined;
      }
    }
  }

  /** Whether the change was confirmed. */
  async function change(key: string, work: () => unknown): Promise<boolean> {
    try {
      // One after the other: a late change must not replace a newer one.
      await bounded(() => changes.get(key));
      const changed = (async () => work())();
      changes.set(
        key,
        changed.catch(() => {}),
      );
      await bounded(() => changed);
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  function view(prefix: string): SafeStorage {
    let isErased = false;
    return {
      isVolatile: storage.scope === 'memory',
      async read<T>(key: string): Promise<T | undefined> {
        const found = await get(prefix + key);
        try {
          return found ? (JSON.parse(found) as T) : undefined;
        } catch (error) {
          failed(error);
          return undefined;
        }
      },
      isReadable: (key) => !unreadable.has(prefix + key),
      async write(key, value) {
        const name = prefix + key;
        return !isErased && !unreadable.has(name) && change(name, () => storage.set(name, JSON.stringify(value)));
      },
      async erase(keys) {
        isErased = true;
        const remove = (key: string) => (storage.remove ? storage.remove(key) : storage.set(key, ''));
        await Promise.all(keys.map((key) => change(prefix + key, () => remove(prefix + key))));
      },
      exclusively: (name, work) => exclusively(prefix + name, work, leaseOf(storage, prefix + name)),
      under: (more) => view(prefix + more),
    };
  }
  return view(prefix);
}
