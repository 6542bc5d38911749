import { createHash } from 'node:crypto';
import type { Exchange } from './fault-proxy.ts';

const IN_ONE_REQUEST = '/api/v1/player/attachments';
/** Where the tus protocol (https://tus.io) begins an upload in parts. */
const IN_PARTS = `${IN_ONE_REQUEST}/resumable`;

type Request = Pick<Exchange, 'method' | 'url'>;

/** Whether a request belongs to the upload of a file. */
export const isUpload = ({ url }: Pick<Exchange, 'url'>) => url.startsWith(IN_ONE_REQUEST);
/** Whether it begins an upload in parts. */
export const beginsParts = ({ method, url }: Request) => method === 'POST' && url === IN_PARTS;
/** Whether it sends a part. */
export const isPart = ({ method, url }: Request) => method === 'PATCH' && url.startsWith(`${IN_PARTS}/`);
/** Whether it asks where an upload in parts goes on. */
export const asksForOffset = ({ method, url }: Request) =>
  ['GET', 'HEAD'].includes(method) && url.startsWith(`${IN_PARTS}/`);

/** A part of a file, as the client sent it. */
export interface Part {
  /** Where it begins in the file, as the client says. */
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
  /** SHA-256 of its bytes. */
  readonly hash: string;
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The part that a request sends. Undefined if it sends none. */
export function partOf(request: Pick<Exchange, 'method' | 'url' | 'headers'>, body: Buffer): Part | undefined {
  if (!isPart(request)) return undefined;
  return { offset: Number(request.headers['upload-offset']), length: body.length, hash: sha256(body) };
}

/**
 * The names of files by their uploads. Only the beginning of an upload in parts has a name; the
 * later requests have the id that the service gave it.
 */
export class UploadNames {
  readonly #byId = new Map<string, string>();

  /** The name of the file that a request uploads. Undefined for others, and unknown uploads. */
  of({ method, url, headers }: Pick<Exchange, 'method' | 'url' | 'headers'>): string | undefined {
    if (!isUpload({ url })) return undefined;
    if (beginsParts({ method, url })) return nameIn(String(headers['upload-metadata'] ?? ''));
    if (url.startsWith(`${IN_PARTS}/`)) return this.#byId.get(url.slice(IN_PARTS.length + 1));
    const name = headers['x-file-name'];
    return name === undefined ? undefined : decodeURIComponent(String(name));
  }

  /** Learns ids of uploads from the responses: a request that arrives twice has two. */
  learn(exchange: Exchange, { body }: NonNullable<Exchange['response']>): void {
    const id = body?.attachmentId;
    if (beginsParts(exchange) && typeof id === 'string') this.#byId.set(id, exchange.fileName ?? '');
  }
}

/** The name in `Upload-Metadata`: keys and base64 values, such as `filename YS5sb2c=`. */
function nameIn(metadata: string): string | undefined {
  const pairs = metadata.split(',').map((pair) => pair.trim().split(' '));
  const value = pairs.find(([key]) => key === 'filename')?.[1];
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
}
