/** Where files wait until they are uploaded. Calls may return promises, and may throw. */
export interface FileStore {
  get(key: string): Blob | undefined | Promise<Blob | undefined>;
  set(key: string, file: Blob): unknown;
  remove(key: string): unknown;
  /** Whether files are lost when the process ends. */
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

/** Keeps files in IndexedDB, until they are uploaded. */
export function browserFiles(name = 'player-support-files'): FileStore {
  function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const opened = indexedDB.open(name, 1);
      opened.onupgradeneeded = () => opened.result.createObjectStore('files');
      opened.onerror = () => reject(opened.error);
      opened.onsuccess = () => {
        const transaction = opened.result.transaction('files', mode, { durability: 'strict' });
        const request = work(transaction.objectStore('files'));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
        opened.result.close();
      };
    });
  }
  return {
    get: (key) => run('readonly', (store) => store.get(key)),
    set: (key, file) => run('readwrite', (store) => store.put(file, key)),
    remove: (key) => run('readwrite', (store) => store.delete(key)),
  };
}
