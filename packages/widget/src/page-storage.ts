/** In memory where a page may not use the browser's storage. Never throws. */
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
