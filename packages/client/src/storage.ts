/**
 * Where an installation keeps data that must survive a restart of the game. Calls may return
 * promises. The SDK works even if they throw.
 */
export interface Storage {
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  set(key: string, value: string): unknown;
  /** Without it, the SDK sets the value to an empty string instead. */
  remove?(key: string): unknown;
  /**
   * Who uses it: only this process, or the tabs and workers of one origin, which Web Locks
   * separate. `memory` ends with the process. Without a scope other processes may use it too, and a
   * lease in the storage separates them.
   */
  readonly scope?: 'memory' | 'process' | 'origin';
}

/** Keeps values until the page or process ends. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => values.set(key, value),
    remove: (key) => values.delete(key),
    scope: 'memory',
  };
}

/**
 * The browser's localStorage. One tab may see the writes of another one late, so IndexedDB is
 * better for a game that can be open in two tabs.
 */
export function webStorage(): Storage {
  return {
    get: (key) => localStorage.getItem(key),
    set: (key, value) => localStorage.setItem(key, value),
    remove: (key) => localStorage.removeItem(key),
    // In Node it is a file, and Web Locks do not reach other processes.
    ...('indexedDB' in globalThis && { scope: 'origin' }),
  };
}

/** The browser's IndexedDB. Tabs and workers see the writes of each other at once. */
export function indexedDbStorage(name = 'player-support'): Storage {
  /** Opens the database for one transaction. So nothing breaks when the player clears it meanwhile. */
  function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const opened = indexedDB.open(name, 1);
      opened.onupgradeneeded = () => opened.result.createObjectStore('values');
      opened.onerror = () => reject(opened.error);
      opened.onsuccess = () => {
        const transaction = opened.result.transaction('values', mode, { durability: 'strict' });
        const request = work(transaction.objectStore('values'));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
        opened.result.close();
      };
    });
  }
  return {
    get: (key) => run('readonly', (store) => store.get(key)),
    set: (key, value) => run('readwrite', (store) => store.put(value, key)),
    remove: (key) => run('readwrite', (store) => store.delete(key)),
    scope: 'origin',
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
