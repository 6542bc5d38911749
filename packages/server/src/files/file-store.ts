import type { Readable } from 'node:stream';

/** A stored file, opened for reading. */
export interface StoredFile {
  readonly size: number;
  readonly stream: Readable;
}

/** A file in the list of a store. */
export interface ListedFile {
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/**
 * Where files live. A key has the form `aa/bb/cc` with `a-z`, `0-9` and `_`. Every failure of the
 * store itself, such as a full disk, is a `FilesUnavailableError`.
 */
export interface FileStore {
  /** A folder on this machine for files that are not complete. */
  readonly scratch: string;
  /**
   * Stores a local file, and removes it. The file is safe when this resolves: after a crash, there
   * is the whole file or none.
   */
  put(key: string, localFile: string): Promise<void>;
  /** Undefined if there is no such file. */
  open(key: string): Promise<StoredFile | undefined>;
  /** Does nothing if there is no such file. */
  delete(key: string): Promise<void>;
  /** All files, in any order. */
  list(): AsyncIterable<ListedFile>;
  /** @throws FilesUnavailableError if there is no room for this many bytes */
  requireRoom(bytes: number): Promise<void>;
}

/** The store cannot do this now: it is full, slow or cannot be reached. */
export class FilesUnavailableError extends Error {
  override readonly name = 'FilesUnavailableError';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const KEY = /^[0-9a-z_]+(?:\/[0-9a-z_]+)*$/;

/** @throws Error if this is no key. A key becomes a path, so nothing else may reach a store. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error('not the key of a file');
  return key;
}
