import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval';

/** A file that a member chose for a message. */
export interface KeptFile {
  readonly file: File;
  /** When it was chosen, in milliseconds since 1970. */
  readonly at: number;
  /** Its upload, if it is complete. */
  readonly uploaded?: { readonly id: string; readonly at: number };
}

let opened: UseStore | undefined;

function database(): UseStore {
  opened ??= createStore('player-support', 'files');
  return opened;
}

/**
 * The files of messages that are not sent yet. They survive a reload, and other tabs see them. If
 * the browser stores none, they are only in this page.
 */
export class FileStore {
  readonly #prefix: string;
  readonly #inPage = new Map<string, KeptFile>();

  constructor(memberId: string) {
    this.#prefix = `${memberId}:`;
  }

  async get(key: string): Promise<KeptFile | undefined> {
    try {
      // This copy is still there when the file of the disk was changed.
      return (await get<KeptFile>(`${this.#prefix}${key}`, database())) ?? this.#inPage.get(key);
    } catch {
      return this.#inPage.get(key);
    }
  }

  async put(key: string, kept: KeptFile): Promise<void> {
    this.#inPage.set(key, kept);
    await ignoringErrors(() => set(`${this.#prefix}${key}`, kept, database()));
  }

  async delete(...names: readonly string[]): Promise<void> {
    for (const key of names) this.#inPage.delete(key);
    await ignoringErrors(() =>
      delMany(
        names.map((key) => `${this.#prefix}${key}`),
        database(),
      ),
    );
  }

  /** The keys of all files of this member. */
  async keys(): Promise<readonly string[]> {
    const stored: string[] = [];
    await ignoringErrors(async () => {
      const all = await keys<string>(database());
      stored.push(...all.filter((key) => key.startsWith(this.#prefix)).map((key) => key.slice(this.#prefix.length)));
    });
    return [...new Set([...stored, ...this.#inPage.keys()])];
  }
}

/** A browser may have no storage, or a full one. */
async function ignoringErrors(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch {
    // The file is in this page.
  }
}
