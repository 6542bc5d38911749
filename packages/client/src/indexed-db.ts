export function indexedDbStore<Value>(name: string) {
  /** Opens the database for one transaction only, so the player can clear it. */
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
    get: (key: string): Promise<Value | undefined> => run('readonly', (values) => values.get(key)),
    set: (key: string, value: Value) => run('readwrite', (values) => values.put(value, key)),
    remove: (key: string) => run('readwrite', (values) => values.delete(key)),
  };
}
