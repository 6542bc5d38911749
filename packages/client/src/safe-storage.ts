import type { WithLock, Work } from './locks.ts';
import type { Storage } from './storage.ts';
import { sleep } from './time.ts';
import { waitFor } from './wait-for.ts';

/**
 * How many times a read is tried. Without its stored secret an installation would become a new
 * player.
 */
const MAX_READS = 5;
/** How long the storage may take for a read with all its tries, or for a write. */
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
  /**
   * Runs `work` while nobody who shares the storage changes this key. It gets the value, and a
   * function that replaces it and returns what `write` does. If the lock is lost meanwhile, `work`
   * runs again.
   */
  change<T>(key: string, work: (value: unknown, write: (value: unknown) => Promise<boolean>) => Promise<T>): Promise<T>;
  /** Removes these keys. From now on reads return null, and writes have no effect. */
  close(erasedKeys: readonly string[]): Promise<void>;
  /** Runs `work` while nobody who shares the storage runs work with this name. */
  readonly withLock: WithLock;
  /**
   * The same storage, with a second prefix. Reads return null and writes return false until the
   * prefix is known.
   */
  under(prefix: () => Promise<string | undefined>): SafeStorage;
}

/** The last work for each name in this page or process. */
const lastWork = new Map<string, Promise<unknown>>();

export function safeStorage(storage: Storage, prefix: string, onError: (error: unknown) => void): SafeStorage {
  const unreadable = new Set<string>();
  /** The last change of each key. It can take longer than the SDK waits for it. */
  const changes = new Map<string, Promise<unknown>>();
  const withTimeout = <T>(work: () => T | Promise<T>) => waitFor(work, undefined, TIMEOUT_MS);

  async function get(key: string): Promise<string | undefined | null> {
    try {
      const found = await withTimeout(() => readWithRetry(key, unreadable.has(key) ? 1 : MAX_READS));
      unreadable.delete(key);
      return found ?? undefined;
    } catch (error) {
      onError(error);
      unreadable.add(key);
      return null;
    }
  }

  async function readWithRetry(key: string, triesLeft: number): Promise<string | undefined | null> {
    try {
      return await storage.get(key);
    } catch (error) {
      if (triesLeft === 1) throw error;
      await sleep(1600 / 2 ** triesLeft);
      return readWithRetry(key, triesLeft - 1);
    }
  }

  /** Whether the change was confirmed. */
  async function set(key: string, work: () => unknown): Promise<boolean> {
    try {
      // One after the other: a late change must not replace a newer one.
      await withTimeout(() => changes.get(key));
      const changed = (async () => work())();
      changes.set(
        key,
        changed.catch(() => {}),
      );
      await withTimeout(() => changed);
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  function view(prefixNow: () => Promise<string | undefined>): SafeStorage {
    let isClosed = false;
    const nameOf = async (key: string) => {
      const more = await prefixNow();
      return more === undefined ? undefined : prefix + more + key;
    };

    async function read<T>(key: string): Promise<T | undefined | null> {
      const name = await nameOf(key);
      const found = name && !isClosed ? await get(name) : null;
      try {
        return found ? (JSON.parse(found) as T) : (found as null | undefined);
      } catch (error) {
        onError(error);
        return undefined;
      }
    }

    async function write(key: string, value: unknown): Promise<boolean> {
      const name = await nameOf(key);
      return !name || isClosed || unreadable.has(name)
        ? false
        : set(name, () => storage.set(name, JSON.stringify(value)));
    }

    async function withLock<T>(key: string, work: Work<T>): Promise<T> {
      const name = await nameOf(key);
      const current = (lastWork.get(name ?? key) ?? Promise.resolve()).then(async () => {
        let result: Promise<T> | undefined;
        const begin: Work<T> = (check) => {
          result = work(check);
          return result;
        };
        try {
          if (name) await storage.withLock?.(name, begin);
        } catch {
          // Locks can be missing or fail. To write without one is better than not to write.
        }
        return result ?? work(() => {});
      });
      lastWork.set(
        name ?? key,
        current.catch(() => {}),
      );
      return current;
    }

    return {
      isVolatile: storage.scope === 'memory',
      read,
      write,
      withLock,
      change: (key, work) =>
        withLock(key, async (check) => {
          const found = await read(key);
          return work(found, async (value) => {
            check();
            return found !== null && write(key, value);
          });
        }),
      async close(erasedKeys) {
        isClosed = true;
        const erasures = erasedKeys.map(async (key) => {
          const name = await nameOf(key);
          if (name) await set(name, () => (storage.remove ? storage.remove(name) : storage.set(name, '')));
        });
        await Promise.all(erasures);
      },
      under: view,
    };
  }
  return view(async () => '');
}
