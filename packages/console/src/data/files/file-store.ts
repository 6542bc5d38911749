import { createStore, delMany, get, keys, set } from 'idb-keyval';

export interface KeptFile {
  readonly file: File;
  /** When it was chosen, in milliseconds since 1970. */
  readonly at: number;
  readonly uploaded?: { readonly id: string; readonly at: number };
}

const database = createStore('player-support', 'files');

/** Files of unsent messages, in IndexedDB, shared by all tabs. Rejects without storage or space. */
export class FileStore {
  readonly #prefix: string;

  constructor(memberId: string) {
    this.#prefix = `${memberId}:`;
  }

  get(key: string): Promise<KeptFile | undefined> {
    return get<KeptFile>(`${this.#prefix}${key}`, database);
  }

  put(key: string, kept: KeptFile): Promise<void> {
    return set(`${this.#prefix}${key}`, kept, database);
  }

  delete(...names: readonly string[]): Promise<void> {
    return delMany(
      names.map((key) => `${this.#prefix}${key}`),
      database,
    );
  }

  async keys(): Promise<readonly string[]> {
    const all = await keys<string>(database);
    return all.filter((key) => key.startsWith(this.#prefix)).map((key) => key.slice(this.#prefix.length));
  }
}
