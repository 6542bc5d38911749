import type { Readable } from 'node:stream';

export type StoredFile = { readonly size: number; readonly stream: Readable };

export interface ListedFile {
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/**
 * A key has the form `aa/bb/cc` with `a-z`, `0-9` and `_`. Failures of the store, such as a full
 * disk, are `FilesUnavailableError`.
 */
export interface FileStore {
  /** For messages. Contains no secret. */
  readonly name: string;
  /** A local folder for incomplete files. */
  readonly scratch: string;
  /** Moves a local file here. Then it is safe: a crash leaves the whole file or none. */
  put(key: string, localFile: string): Promise<void>;
  /** Undefined: no such file. */
  open(key: string): Promise<StoredFile | undefined>;
  /** Returns the size in bytes. Undefined: no such file. */
  size(key: string): Promise<number | undefined>;
  /** Writes a file to a new local file. False: no such file. */
  save(key: string, localFile: string): Promise<boolean>;
  /** Does nothing without such a file. */
  delete(key: string): Promise<void>;
  /** Lists files in any order. `folder`: the first part of keys. Undefined: all. */
  list(folder?: string): AsyncIterable<ListedFile>;
  /** Throws FilesUnavailableError without space on the local disk. */
  requireDiskSpace(bytes: number): Promise<void>;
}

/** The store is full, slow or unreachable. */
export class FilesUnavailableError extends Error {
  override readonly name = 'FilesUnavailableError';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const KEY = /^[0-9a-z_]+(?:\/[0-9a-z_]+)*$/;

export const isKey = (text: string) => KEY.test(text);

/** Throws Error if this is no key: keys become paths, so nothing else may reach a store. */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('not the key of a file');
  return key;
}
