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
  /** Null if the storage failed, undefined if there is no value. */
  read<T>(key: string): Promise<T | undefined | null>;
  /**
   * Returns whether the storage has confirmed the value. A key that cannot be read is not written:
   * that would replace an unknown value.
   */
  write(key: string, value: unknown): Promise<boolean>;
  /** Removes these keys. Later writes have no effect. */
  erase(keys: readonly string[]): Promise<void>;
  /** Runs `work` while nobody who shares the storage runs work with this name. */
  exclusively<T>(name: string, work: Work<T>): Promise<T>;
  /** The same storage, with a longer prefix. It fails while the prefix is not known. */
  under(prefix: () => Promise<string | undefined>): SafeStorage;
}

export function safeStorage(storage: Storage, prefix: string, failed: (error: unknown) => void): SafeStorage {
  const unreadable = new Set<string>();
  /** The last change of each key. It can take longer than the SDK waits for it. */
  const changes = new Map<string, Promise<unknown>>();
  const bounded = <T>(work: () => T | Promise<T>) => withTimeout(TIMEOUT_MS, 'The storage does not respond.', work);

  async function get(key: string): Promise<string | undefined | null> {
    for (let tries = unreadable.has(key) ? MAX_READS : 1; ; tries++) {
      const startedAt = now();
      try {
        const found = await bounded(() => storage.get(key));
        unreadable.delete(key);
        return found ?? undefined;
      } catch (error) {
        // A storage that does not respond is not asked again at once.
        if (tries < MAX_READS && now() - startedAt < TIMEOUT_MS) {
          await sleep(50 * 2 ** tries);
          continue;
        }
        failed(error);
        unreadable.add(key);
        return null;
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

  function view(prefixNow: () => Promise<string | undefined>): SafeStorage {
    let isErased = false;
    const nameOf = async (key: string) => {
      const prefix = await prefixNow();
      return prefix === undefined ? undefined : prefix + key;
    };
    return {
      isVolatile: storage.scope === 'memory',
      async read<T>(key: string): Promise<T | undefined | null> {
        const name = await nameOf(key);
        const found = name === undefined ? null : await get(name);
        try {
          return found ? (JSON.parse(found) as T) : (found as null | undefined);
        } catch (error) {
          failed(error);
          return undefined;
        }
      },
      async write(key, value) {
        const name = await nameOf(key);
        if (name === undefined || isErased || unreadable.has(name)) return false;
        return change(name, () => storage.set(name, JSON.stringify(value)));
      },
      async erase(keys) {
        isErased = true;
        const names = await Promise.all(keys.map(nameOf));
        const remove = (name = '') => (storage.remove ? storage.remove(name) : storage.set(name, ''));
        await Promise.all(names.map((name) => name && change(name, () => remove(name))));
      },
      async exclusively(key, work) {
        const name = await nameOf(key);
        return exclusively(name ?? key, work, name === undefined ? undefined : leaseOf(storage, name));
      },
      under: (more) =>
        view(async () => {
          const added = await more();
          return added === undefined ? undefined : prefix + added;
        }),
    };
  }
  return view(async () => prefix);
}
