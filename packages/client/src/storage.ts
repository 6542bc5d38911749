import { now, sleep } from './time.ts';

/** Where an installation keeps what must survive a restart of the game. Each call may give a promise, throw or fail. */
export interface Storage {
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  set(key: string, value: string): unknown;
}

/** Keeps nothing beyond this page or process. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return { get: (key) => values.get(key), set: (key, value) => values.set(key, value) };
}

/**
 * The browser's localStorage. A tab may see what another one wrote a moment later, so where a game is open in two tabs IndexedDB
 * is better.
 */
export function webStorage(): Storage {
  return { get: (key) => localStorage.getItem(key), set: (key, value) => localStorage.setItem(key, value) };
}

/** The browser's IndexedDB, in which tabs and workers see what the others wrote at once. */
export function indexedDbStorage(name = 'player-support'): Storage {
  let opened: Promise<IDBDatabase> | undefined;
  function open(): Promise<IDBDatabase> {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore('values');
      request.onsuccess = () => {
        // A browser may close it, for example when the player clears the site's data.
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

/** IndexedDB, else localStorage, else memory; a sandboxed frame may throw at the mere mention of them. */
export function defaultStorage(): Storage {
  try {
    if (globalThis.indexedDB) return indexedDbStorage();
    if (globalThis.localStorage) return webStorage();
  } catch {}
  return memoryStorage();
}

/** How often a read is tried: who cannot read who plays would be somebody else. */
const READS = 5;
/** How long the storage may take for one call, in milliseconds. */
const TIME_OUT = 5000;

/** A storage that never fails: what the real one does not take is kept in memory, and the failure is told. */
export interface SafeStorage {
  read<T>(key: string): Promise<T | undefined>;
  write(key: string, value: unknown): Promise<void>;
}

export function safeStorage(storage: Storage, prefix: string, failed: (error: unknown) => void): SafeStorage {
  /** What was read or written last. */
  const memory = new Map<string, string>();
  /**
   * Keys whose value is in memory alone. Those that could not be read are not written either until they can, which would
   * replace what is there.
   */
  const apart = new Map<string, 'unwritten' | 'unreadable'>();

  async function text(key: string): Promise<string | undefined> {
    if (apart.get(key) === 'unwritten') return memory.get(key);
    const began = now();
    for (let tries = apart.has(key) ? READS : 1; ; tries++) {
      try {
        const found = (await inTime(() => storage.get(prefix + key))) ?? undefined;
        apart.delete(key);
        if (found !== undefined) memory.set(key, found);
        return found;
      } catch (error) {
        if (tries < READS && now() - began < TIME_OUT) {
          await sleep(50 * 2 ** tries);
          continue;
        }
        failed(error);
        apart.set(key, 'unreadable');
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
      memory.set(key, written);
      if (apart.get(key) === 'unreadable') return;
      apart.set(key, 'unwritten');
      try {
        await inTime(() => storage.set(prefix + key, written));
        apart.delete(key);
      } catch (error) {
        failed(error);
      }
    },
  };
}

/** @throws what the work throws, or an Error if it takes too long */
function inTime<T>(work: () => T | Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The storage does not answer.')), TIME_OUT);
    (async () => work())()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
