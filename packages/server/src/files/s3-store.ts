import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { S3Address } from '../config/s3-address.ts';
import { requireDiskSpace } from './disk-space.ts';
import { type FileStore, FilesUnavailableError, isKey, type ListedFile, requireKey } from './file-store.ts';
import { parsePage } from './s3-list.ts';
import { type S3Options, s3Sender, textOf } from './s3-request.ts';

const FILE_MODE = 0o600;
const PAGE_FILES = 1000;

interface Options extends S3Options, S3Address {
  /** A local folder that exists. */
  readonly scratch: string;
  /** On its disk. */
  readonly minFreeBytes: number;
}

/** Opens a bucket of any service with the S3 protocol. */
export function s3Store(options: Options): FileStore {
  const { prefix, scratch, minFreeBytes } = options;
  const send = s3Sender(options);
  const objectOf = (key: string) => prefix + requireKey(key);

  async function* list(folder?: string): AsyncGenerator<ListedFile> {
    const within = prefix + (folder === undefined ? '' : `${requireKey(folder)}/`);
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', 'max-keys': String(PAGE_FILES), prefix: within });
      if (token !== undefined) query.set('continuation-token', token);
      const page = await send({ method: 'GET', key: '', query }, async (response) => parsePage(await textOf(response)));
      if (page === undefined) return;
      for (const file of page.files) {
        const key = file.key.slice(prefix.length);
        // Other programs may use the bucket too.
        if (file.key.startsWith(prefix) && isKey(key)) yield { ...file, key };
      }
      if (token !== undefined && page.next === token)
        throw new FilesUnavailableError('the S3 service sent the same page twice');
      token = page.next;
    } while (token !== undefined);
  }

  return {
    name: `s3://${options.bucket}/${prefix}`,
    scratch,
    async put(key, localFile) {
      const object = objectOf(key);
      const upload = { file: localFile, ...(await describe(localFile)) };
      const sent = await send({ method: 'PUT', key: object, upload }, async (response) => {
        await response.body?.cancel();
        return true;
      });
      if (sent === undefined) throw new FilesUnavailableError('the S3 service did not store a file');
      // The file is safe. The job deletes what is left here.
      await rm(localFile, { force: true }).catch(() => {});
    },
    open: async (key) =>
      send({ method: 'GET', key: objectOf(key) }, async (response) => ({
        size: sizeOf(response),
        stream: streamOf(response),
      })),
    size: async (key) => send({ method: 'HEAD', key: objectOf(key) }, async (response) => sizeOf(response)),
    async save(key, localFile) {
      const saved = await send({ method: 'GET', key: objectOf(key) }, async (response) => {
        const size = sizeOf(response);
        // An earlier attempt may have left a part.
        await rm(localFile, { force: true });
        await pipeline(streamOf(response), createWriteStream(localFile, { flags: 'wx', mode: FILE_MODE }));
        const { size: written } = await stat(localFile);
        if (written !== size) throw new Error(`the S3 service sent ${written} of ${size} bytes`);
        return true;
      });
      return saved ?? false;
    },
    async delete(key) {
      await send({ method: 'DELETE', key: objectOf(key) }, async (response) => response.body?.cancel());
    },
    list,
    requireDiskSpace: (bytes) => requireDiskSpace(scratch, bytes, minFreeBytes),
  };
}

/** Reads the size and hash of a local file. Throws FilesUnavailableError if it fails. */
async function describe(file: string): Promise<{ size: number; sha256: string }> {
  try {
    const { size } = await stat(file);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file)) hash.update(chunk);
    return { size, sha256: hash.digest('hex') };
  } catch (error) {
    throw new FilesUnavailableError(error);
  }
}

function sizeOf({ headers }: Response): number {
  const length = headers.get('content-length');
  if (length === null || !/^\d+$/.test(length)) throw new Error('the S3 service sent no Content-Length');
  return Number(length);
}

/** Packages checked with browser types have another type of this name. */
const streamOf = ({ body }: Response) =>
  body === null ? Readable.from([]) : Readable.fromWeb(body as unknown as ReadableStream<Uint8Array>);
