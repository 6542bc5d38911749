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
  /** Where the files are, for messages. It contains no secret. */
  readonly name: string;
  /** A folder on this machine for files that are not complete. */
  readonly scratch: string;
  /**
   * Stores a local file, and removes it. The file is safe when this resolves: after a crash, there
   * is the whole file or none.
   */
  put(key: string, localFile: string): Promise<void>;
  /** Undefined if there is no such file. */
  open(key: string): Promise<StoredFile | undefined>;
  /** The bytes of a file. Undefined if there is no such file. */
  size(key: string): Promise<number | undefined>;
  /** Writes a file to a new local file. False if there is no such file. */
  save(key: string, localFile: string): Promise<boolean>;
  /** Does nothing if there is no such file. */
  delete(key: string): Promise<void>;
  /**
   * The files, in any order.
   *
   * @param folder the first part of their keys. Undefined: all of them.
   */
  list(folder?: string): AsyncIterable<ListedFile>;
  /** @throws FilesUnavailableError if the local disk has no space for a file of this size */
  requireDiskSpace(bytes: number): Promise<void>;
}

/** The store cannot do this now: it is full, slow or cannot be reached. */
export class FilesUnavailableError extends Error {
  override readonly name = 'FilesUnavailableError';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const KEY = /^[0-9a-z_]+(?:\/[0-9a-z_]+)*$/;

export const isKey = (text: string) => KEY.test(text);

/** @throws Error if this is no key. A key becomes a path, so nothing else may reach a store. */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('not the key of a file');
  return key;
}
