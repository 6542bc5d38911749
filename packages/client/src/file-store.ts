import { indexedDbStore } from './indexed-db.ts';

/** Where files wait for their upload. Calls may return promises, and may throw. */
export interface FileStore {
  get(key: string): Blob | undefined | Promise<Blob | undefined>;
  set(key: string, file: Blob): unknown;
  remove(key: string): unknown;
  /** Files are lost when the process ends. */
  readonly isVolatile?: boolean | undefined;
}

/** Keeps files until the page or process ends. */
export function memoryFiles(): FileStore {
  const files = new Map<string, Blob>();
  return {
    get: (key) => files.get(key),
    set: (key, file) => files.set(key, file),
    remove: (key) => files.delete(key),
    isVolatile: true,
  };
}

/** Keeps files in IndexedDB until they are uploaded. */
export function browserFiles(name = 'player-support-files'): FileStore {
  return indexedDbStore<Blob>(name);
}

/** IndexedDB, else memory. In a sandboxed frame even its name may throw. */
export function defaultFiles(): FileStore {
  try {
    if (globalThis.indexedDB) return browserFiles();
  } catch {}
  return memoryFiles();
}
