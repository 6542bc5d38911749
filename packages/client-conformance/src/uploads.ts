import { createHash } from 'node:crypto';
import type { Exchange } from './fault-proxy.ts';

const IN_ONE_REQUEST = '/api/v1/player/attachments';
/** The tus protocol (https://tus.io) begins here. */
const IN_PARTS = `${IN_ONE_REQUEST}/resumable`;

type Request = Pick<Exchange, 'method' | 'url'>;

export const isUpload = ({ url }: Pick<Exchange, 'url'>) => url.startsWith(IN_ONE_REQUEST);
export const beginsParts = ({ method, url }: Request) => method === 'POST' && url === IN_PARTS;
export const isPart = ({ method, url }: Request) => method === 'PATCH' && url.startsWith(`${IN_PARTS}/`);
export const asksForOffset = ({ method, url }: Request) =>
  ['GET', 'HEAD'].includes(method) && url.startsWith(`${IN_PARTS}/`);

export interface Part {
  /** According to the client. */
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
  /** SHA-256 of its bytes. */
  readonly hash: string;
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Undefined: the request sends none. */
export function partOf(request: Pick<Exchange, 'method' | 'url' | 'headers'>, body: Buffer): Part | undefined {
  if (!isPart(request)) return undefined;
  return { offset: Number(request.headers['upload-offset']), length: body.length, hash: sha256(body) };
}

/** File names by upload. Later requests of an upload in parts have only its id. */
export class UploadNames {
  readonly #byId = new Map<string, string>();

  /** Undefined for other requests and unknown uploads. */
  of({ method, url, headers }: Pick<Exchange, 'method' | 'url' | 'headers'>): string | undefined {
    if (!isUpload({ url })) return undefined;
    if (beginsParts({ method, url })) return nameIn(String(headers['upload-metadata'] ?? ''));
    if (url.startsWith(`${IN_PARTS}/`)) return this.#byId.get(url.slice(IN_PARTS.length + 1));
    const name = headers['x-file-name'];
    return name === undefined ? undefined : decodeURIComponent(String(name));
  }

  /** A request that arrives twice has two ids. */
  learn(exchange: Exchange, { body }: NonNullable<Exchange['response']>): void {
    const id = body?.attachmentId;
    if (beginsParts(exchange) && typeof id === 'string') this.#byId.set(id, exchange.fileName ?? '');
  }
}

/** Reads it in `Upload-Metadata`: keys and base64 values, such as `filename YS5sb2c=`. */
function nameIn(metadata: string): string | undefined {
  const pairs = metadata.split(',').map((pair) => pair.trim().split(' '));
  const value = pairs.find(([key]) => key === 'filename')?.[1];
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
}
