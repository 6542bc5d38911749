/** Values in the browser's storage, or in memory where a page may not use that. They never throw. */
export interface PageStorage {
  get(key: string): string | undefined;
  set(key: string, value: string | undefined): void;
}

export function pageStorage(name: 'localStorage' | 'sessionStorage'): PageStorage {
  const memory = new Map<string, string>();
  return {
    get(key) {
      try {
        return memory.get(key) ?? globalThis[name].getItem(key) ?? undefined;
      } catch {
        return memory.get(key);
      }
    },
    set(key, value) {
      memory.delete(key);
      try {
        if (value === undefined) globalThis[name].removeItem(key);
        else globalThis[name].setItem(key, value);
      } catch {
        if (value !== undefined) memory.set(key, value);
      }
    },
  };
}
