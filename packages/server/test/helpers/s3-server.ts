import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import S3rver from '@20minutes/s3rver';
import { temporaryDirectory } from './temporary-directory.ts';

/** s3rver knows no other. */
const KEY = 'S3RVER';

/** Answers in place of the service. True if it did. */
type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** FILES_URL and the service's settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Method and URL of each. */
  readonly requests: string[];
  fault: Fault | undefined;
}

/**
 * Computes AWS Signature Version 4 again. s3rver's own check expects a wrong path if the host has
 * the bucket.
 */
function signatureOf({ method, url = '', headers }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url, 'http://host');
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  const query = [...searchParams].map((pair) => pair.map(encoded).join('=')).sort();
  const names = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = [method, pathname, query.join('&'), lines, names.join(';'), headers[names[1] ?? '']].join('\n');
  const date = String(headers['x-amz-date']);
  const scope = [date.slice(0, 8), 'us-east-1', 's3', 'aws4_request'];
  const signed = ['AWS4-HMAC-SHA256', date, scope.join('/'), createHash('sha256').update(canonical).digest('hex')];
  const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
  return hmac(scope.reduce<Buffer | string>(hmac, `AWS4${KEY}`), signed.join('\n')).toString('hex');
}

const isSigned = (request: IncomingMessage) =>
  request.headers.authorization?.endsWith(`Signature=${signatureOf(request)}`) === true;

interface S3Options {
  readonly prefix?: string;
  /** In a page of a list. */
  readonly pageFiles?: number;
}

/** Starts an S3 service with an empty bucket. It ends with the test. */
export async function startS3(
  t: Pick<TestContext, 'after'>,
  { prefix = '', pageFiles = 1000 }: S3Options = {},
): Promise<S3Server> {
  const bucket = 'files-of-players';
  const service = new S3rver({
    directory: temporaryDirectory(t),
    silent: true,
    allowMismatchedSignatures: true,
    serviceEndpoint: 'localhost',
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  await service.configureBuckets();
  const answer: RequestListener = service.callback();
  const server = createServer((request, response) => {
    s3.requests.push(`${request.method} ${request.url}`);
    if (s3.fault?.(request, response) === true) return;
    if (!isSigned(request)) {
      response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      return;
    }
    request.url = request.url?.replace('max-keys=1000', `max-keys=${pageFiles}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    service.logger.close();
  });
  // A server that listens on a port has an address with one.
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const s3: S3Server = {
    endpoint,
    bucket,
    accessKey: KEY,
    secretKey: KEY,
    env: {
      FILES_URL: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: KEY,
      S3_SECRET_KEY: KEY,
      S3_PATH_STYLE: 'on',
      S3_SCRATCH_FOLDER: temporaryDirectory(t),
    },
    requests: [],
    fault: undefined,
  };
  return s3;
}
