import { createStore, delMany, get, keys, set } from 'idb-keyval';

/** A file that a member chose for a message. */
export interface KeptFile {
  readonly file: File;
  /** When it was chosen, in milliseconds since 1970. */
  readonly at: number;
  /** Its upload, if it is complete. */
  readonly uploaded?: { readonly id: string; readonly at: number };
}

const database = createStore('player-support', 'files');

/**
 * The files of messages that are not sent yet, in IndexedDB. They survive a reload, and other tabs
 * see them. Rejects if the browser has no storage, or a full one.
 */
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

  /** The keys of all files of this member. */
  async keys(): Promise<readonly string[]> {
    const all = await keys<string>(database);
    return all.filter((key) => key.startsWith(this.#prefix)).map((key) => key.slice(this.#prefix.length));
  }
}
