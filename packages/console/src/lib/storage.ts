export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** A store if the browser forbids storage. Items last as long as the page. */
export class MemoryStore implements Store {
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#items.size;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }
}

export function browserStore(): Store {
  try {
    localStorage.getItem('');
    return localStorage;
  } catch {
    return new MemoryStore();
  }
}

/** False: the storage is full. */
export function store(storage: Store, key: string, value: unknown): boolean {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Undefined: no text, or no JSON. */
export function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function storedUnder(storage: Store, prefix: string): ReadonlyMap<string, unknown> {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  const keys = names.filter((name): name is string => name?.startsWith(prefix) ?? false);
  return new Map(keys.map((key) => [key, parsed(storage.getItem(key))]));
}
