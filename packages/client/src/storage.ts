import { now, sleep } from './time.ts';

/**
 * Where an installation keeps data that must survive a restart of the game. Calls may return
 * promises. The SDK works even if they throw.
 */
export interface Storage {
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  set(key: string, value: string): unknown;
}

/** Keeps values until the page or process ends. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return { get: (key) => values.get(key), set: (key, value) => values.set(key, value) };
}

/**
 * The browser's localStorage. One tab may see the writes of another one late, so IndexedDB is
 * better for a game that can be open in two tabs.
 */
export function webStorage(): Storage {
  return { get: (key) => localStorage.getItem(key), set: (key, value) => localStorage.setItem(key, value) };
}

/** The browser's IndexedDB. Tabs and workers see the writes of each other at once. */
export function indexedDbStorage(name = 'player-support'): Storage {
  let opened: Promise<IDBDatabase> | undefined;
  function open(): Promise<IDBDatabase> {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore('values');
      request.onsuccess = () => {
        // The browser closes it for example when the player clears the site's data.
        request.result.onclose = () => {
          opened = undefined;
        };
        resolve(request.result);
      };
      request.onerror = () => {
        opened = undefined;
        reject(request.error);
      };
    });
    return opened;
  }
  async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const transaction = (await open()).transaction('values', mode, { durability: 'strict' });
    return new Promise((resolve, reject) => {
      const request = work(transaction.objectStore('values'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }
  return {
    get: (key) => run('readonly', (store) => store.get(key)),
    set: (key, value) => run('readwrite', (store) => store.put(value, key)),
  };
}

/**
 * IndexedDB, else localStorage, else memory. In a sandboxed frame even reading their names may
 * throw.
 */
export function defaultStorage(): Storage {
  try {
    if (globalThis.indexedDB) return indexedDbStorage();
    if (globalThis.localStorage) return webStorage();
  } catch {}
  return memoryStorage();
}

/**
 * How many times a read is tried. Without its stored secret an installation would become a new
 * player.
 */
const MAX_READS = 5;
/** How long the storage may take for one call. */
const TIMEOUT_MS = 5000;

/**
 * A storage that never fails: if the real one fails, it keeps the value in memory and reports the
 * error.
 */
export interface SafeStorage {
  read<T>(key: string): Promise<T | undefined>;
  write(key: string, value: unknown): Promise<void>;
}

export function safeStorage(storage: Storage, prefix: string, failed: (error: unknown) => void): SafeStorage {
  /** The values that were last read or written. */
  const memory = new Map<string, string>();
  /**
   * Keys whose value is in memory only. An unreadable key is not written either until a read
   * succeeds: a write would replace an unknown value.
   */
  const memoryOnly = new Map<string, 'unwritten' | 'unreadable'>();

  async function text(key: string): Promise<string | undefined> {
    if (memoryOnly.get(key) === 'unwritten') return memory.get(key);
    const startedAt = now();
    for (let tries = memoryOnly.has(key) ? MAX_READS : 1; ; tries++) {
      try {
        const found = (await withTimeout(() => storage.get(prefix + key))) ?? undefined;
        memoryOnly.delete(key);
        if (found !== undefined) memory.set(key, found);
        return found;
      } catch (error) {
        if (tries < MAX_READS && now() - startedAt < TIMEOUT_MS) {
          await sleep(50 * 2 ** tries);
          continue;
        }
        failed(error);
        memoryOnly.set(key, 'unreadable');
        return memory.get(key);
      }
    }
  }

  return {
    async read<T>(key: string): Promise<T | undefined> {
      const found = await text(key);
      try {
        return found === undefined ? undefined : (JSON.parse(found) as T);
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
    async write(key, value) {
      const written = JSON.stringify(value);
      // Until the new value is stored, reads return the old one. If the game ends now, the new
      // value is lost.
      try {
        if (memoryOnly.get(key) !== 'unreadable') {
          await withTimeout(() => storage.set(prefix + key, written));
          memoryOnly.delete(key);
        }
      } catch (error) {
        memoryOnly.set(key, 'unwritten');
        failed(error);
      }
      memory.set(key, written);
    },
  };
}

/** Rejects if the work fails or takes too long. */
function withTimeout<T>(work: () => T | Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The storage does not respond.')), TIMEOUT_MS);
    (async () => work())()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
