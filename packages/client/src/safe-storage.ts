import type { WithLock, Work } from './locks.ts';
import type { Storage } from './storage.ts';
import { sleep } from './time.ts';
import { waitFor } from './wait-for.ts';

/** Without its stored secret an installation would become a new player. */
const MAX_READS = 5;
/** For a read with all its tries, or for a write. */
const TIMEOUT_MS = 5000;

/** Never fails, but reports errors. Its keys have a prefix. */
export interface SafeStorage {
  /** Undefined: tabs or processes share it. */
  readonly scope: Storage['scope'];
  /** Null if the storage failed, undefined without a value. */
  read<T>(key: string): Promise<T | undefined | null>;
  /**
   * Returns whether the value is confirmed. An unreadable key is not written, to keep its unknown
   * value.
   */
  write(key: string, value: unknown): Promise<boolean>;
  /**
   * Runs `work` while nobody else changes this key, with the value and a function like `write`. If
   * the lock is lost, `work` runs again.
   */
  change<T>(key: string, work: (value: unknown, write: (value: unknown) => Promise<boolean>) => Promise<T>): Promise<T>;
  /** Removes these keys. Later reads return null, and writes have no effect. */
  close(erasedKeys: readonly string[]): Promise<void>;
  /** Among all who share the storage. */
  readonly withLock: WithLock;
  /** Adds a second prefix. Until it is known, reads return null and writes false. */
  under(prefix: () => Promise<string | undefined>): SafeStorage;
}

/** By name, in this page or process. */
const lastWork = new Map<string, Promise<unknown>>();

export function safeStorage(storage: Storage, prefix: string, onError: (error: unknown) => void): SafeStorage {
  const unreadable = new Set<string>();
  /** By key. It can take longer than the SDK waits for it. */
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

  async function set(key: string, work: () => unknown): Promise<boolean> {
    try {
      // In order: a late change must not replace a newer one.
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
      return !!name && !isClosed && !unreadable.has(name) && set(name, () => storage.set(name, JSON.stringify(value)));
    }

    async function withLock<T>(key: string, work: Work<T>): Promise<T> {
      const name = await nameOf(key);
      const current = Promise.resolve(lastWork.get(name ?? key)).then(async () => {
        let result: Promise<T> | undefined;
        const begin: Work<T> = (check) => {
          result = work(check);
          return result;
        };
        try {
          if (name) await storage.withLock?.(name, begin);
        } catch {
          // Locks can be missing or fail. A write without a lock is better than no write.
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
      scope: storage.scope,
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
        // At once: the page may close soon, and one key must not hold up the others.
        const erase = (name?: string): unknown =>
          name && set(name, () => (storage.remove ? storage.remove(name) : storage.set(name, '')));
        await Promise.all(erasedKeys.map((key) => nameOf(key).then(erase)));
      },
      under: view,
    };
  }
  return view(async () => '');
}
