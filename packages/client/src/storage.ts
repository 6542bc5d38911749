import { indexedDbStore } from './indexed-db.ts';
import { type WithLock, withWebLock } from './locks.ts';

/** Gets and sets values. Calls may return promises. The SDK works even if they throw. */
export interface KeyValueStore {
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  set(key: string, value: string): unknown;
  /** Without it, the SDK sets the value to an empty string instead. */
  remove?: ((key: string) => unknown) | undefined;
}

/** Where an installation keeps data that must survive a restart of the game. */
export type Storage = KeyValueStore &
  (
    | {
        /** Only one process uses it at a time. `memory` ends with the process. */
        readonly scope: 'memory' | 'process';
        readonly withLock?: undefined;
      }
    | {
        readonly scope?: undefined;
        /** Several tabs or processes use it, and this separates them. */
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
 * The browser's localStorage. One tab may see the writes of another one late, so IndexedDB is
 * better for a game that can be open in two tabs. In Node it is a file: use it in one process only.
 */
export function webStorage(): Storage {
  return {
    get: (key) => localStorage.getItem(key),
    set: (key, value) => localStorage.setItem(key, value),
    remove: (key) => localStorage.removeItem(key),
    withLock: withWebLock,
  };
}

/** The browser's IndexedDB. Tabs and workers see the writes of each other at once. */
export function indexedDbStorage(name = 'player-support'): Storage {
  return { ...indexedDbStore<string>(name), withLock: withWebLock };
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
