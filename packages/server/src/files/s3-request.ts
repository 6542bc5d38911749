import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { objectUrl } from '../config/s3-address.ts';
import type { S3Settings } from '../config/s3-settings.ts';
import { SECOND } from '../domain/time.ts';
import { readBounded } from '../network/read-bounded.ts';
import { FilesUnavailableError } from './file-store.ts';

const MAX_ATTEMPTS = 3;
/** The longest pause after the first attempt. It doubles each time. */
const PAUSE_MS = 400;
/** For responses without a file. A full page of a list has about 500 KB. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export type S3Options = Pick<S3Settings, 'endpoint' | 'region' | 'accessKey' | 'secretKey' | 'pathStyle'> & {
  readonly bucket: string;
  readonly timeoutSeconds: number;
};

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Empty for a request about the bucket. */
  readonly key: string;
  readonly query?: URLSearchParams;
  /** A local file. `sha256`: in hexadecimal. The service refuses other bytes. */
  readonly upload?: { readonly file: string; readonly size: number; readonly sha256: string };
}

class S3ResponseError extends Error {
  readonly isRetryable: boolean;

  constructor(status: number, code: string) {
    super(`the S3 service answered ${status}${code === '' ? '' : ` ${code}`}`);
    this.isRetryable = status >= 500 || status === 429 || status === 408;
  }
}

/**
 * `use` reads the response. Tries three times within the time-out, unless refused for a lasting
 * reason. Undefined: no such object. Throws FilesUnavailableError.
 */
export type SendToS3 = <T>(request: S3Request, use: (response: Response) => Promise<T>) => Promise<T | undefined>;

export function s3Sender(options: S3Options): SendToS3 {
  const { bucket, region, accessKey, secretKey, pathStyle, timeoutSeconds } = options;
  const endpoint = options.endpoint || `https://s3.${region}.amazonaws.com`;
  // The signer keeps the key of a day in it.
  const cache = new Map<string, ArrayBuffer>();

  async function respond({ method, key, query, upload }: S3Request, signal: AbortSignal): Promise<Response> {
    const url = objectUrl(endpoint, bucket, key, pathStyle);
    for (const [name, value] of query ?? []) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { 'x-amz-content-sha256': upload?.sha256 ?? EMPTY_SHA256 },
      service: 's3',
      region,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      cache,
    }).sign();
    // Not signed, because proxies change it.
    signed.headers.set('accept-encoding', 'identity');
    const init: RequestInit = { method, headers: signed.headers, redirect: 'manual', signal };
    if (upload === undefined) return fetch(signed.url, init);
    signed.headers.set('content-length', String(upload.size));
    signed.headers.set('content-type', 'application/octet-stream');
    const body = createReadStream(upload.file);
    // Packages checked with browser types have another type of this name.
    const sent = Readable.toWeb(body) as unknown as NonNullable<RequestInit['body']>;
    try {
      const streamed: RequestInit & { readonly duplex: 'half' } = { ...init, body: sent, duplex: 'half' };
      return await fetch(signed.url, streamed);
    } finally {
      body.destroy();
    }
  }

  async function attempt<T>(request: S3Request, use: (response: Response) => Promise<T>, signal: AbortSignal) {
    const response = await respond(request, signal);
    if (response.ok) return use(response);
    const code = await codeOf(response);
    // The response to HEAD has no code.
    if (response.status === 404 && (code === 'NoSuchKey' || request.method === 'HEAD')) return undefined;
    throw new S3ResponseError(response.status, code);
  }

  return async (request, use) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutSeconds * SECOND);
    try {
      for (let count = 1; ; count++) {
        try {
          return await attempt(request, use, deadline.signal);
        } catch (error) {
          if (deadline.signal.aborted) throw new Error(`the S3 service took more than ${timeoutSeconds} seconds`);
          if (count === MAX_ATTEMPTS || (error instanceof S3ResponseError && !error.isRetryable)) throw error;
          await sleep(PAUSE_MS * 2 ** (count - 1) * Math.random(), undefined, { signal: deadline.signal });
        }
      }
    } catch (error) {
      throw new FilesUnavailableError(reasonOf(error));
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Reads a response that is no file. Throws Error if it is too long. */
export async function textOf({ body }: Response): Promise<string> {
  if (body === null) return '';
  const read = await readBounded(body, MAX_RESPONSE_BYTES);
  if (read === undefined) throw new Error('the response of the S3 service is too long');
  return read.toString();
}

/** Reads only the error code: the text can contain what was signed. */
async function codeOf(response: Response): Promise<string> {
  const [, code = ''] = /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(await textOf(response)) ?? [];
  return code;
}

/** An error of `fetch` tells what happened only in its cause. */
function reasonOf(error: unknown): unknown {
  const { message = '', cause } = error as Error;
  if (message !== 'fetch failed') return error;
  const { code = '', message: reason = '' } = cause as NodeJS.ErrnoException;
  return new Error(`the S3 service cannot be reached: ${code || reason}`, { cause });
}
