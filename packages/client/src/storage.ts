import { indexedDbStore } from './indexed-db.ts';
import { type WithLock, withWebLock } from './locks.ts';

/** Calls may return promises. The SDK works even if they throw. */
export interface KeyValueStore {
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  set(key: string, value: string): unknown;
  /** Without it, the SDK sets an empty string. */
  remove?: ((key: string) => unknown) | undefined;
}

/** Keeps an installation's data over a restart of the game. */
export type Storage = KeyValueStore &
  (
    | {
        /** One process uses it at a time. `memory` ends with the process. */
        readonly scope: 'memory' | 'process';
        readonly withLock?: undefined;
      }
    | {
        readonly scope?: undefined;
        /** Separates the tabs or processes that use it. */
        readonly withLock: WithLock;
      }
  );

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
 * The browser's localStorage. Tabs may see writes late: prefer IndexedDB for a game in two tabs. In
 * Node it is a file, for one process only.
 */
export function webStorage(): Storage {
  return {
    get: (key) => localStorage.getItem(key),
    set: (key, value) => localStorage.setItem(key, value),
    remove: (key) => localStorage.removeItem(key),
    withLock: withWebLock,
  };
}

/** The browser's IndexedDB. Tabs and workers see each other's writes at once. */
export function indexedDbStorage(name = 'player-support'): Storage {
  return { ...indexedDbStore<string>(name), withLock: withWebLock };
}

/** IndexedDB, else localStorage, else memory. In a sandboxed frame even their names may throw. */
export function defaultStorage(): Storage {
  try {
    if (globalThis.indexedDB) return indexedDbStorage();
    if (globalThis.localStorage) return webStorage();
  } catch {}
  return memoryStorage();
}
