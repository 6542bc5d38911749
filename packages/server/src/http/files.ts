import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { IncomingFile } from '../attachments/attachments.ts';
import { SECOND } from '../domain/time.ts';
import type { ApiRequest } from './api-request.ts';

const UPLOAD_HEADERS = [
  'tus-resumable',
  'upload-length',
  'upload-defer-length',
  'upload-concat',
  'upload-metadata',
  'upload-offset',
  'content-type',
  'content-length',
];

/**
 * Returns the sent file. Its name is in `X-File-Name`, percent-encoded in UTF-8, or in the query.
 * `address`: the key of the client's address.
 */
export function incomingFile({ raw, headers, query }: ApiRequest, address: string): IncomingFile {
  const length = headers['content-length'];
  return {
    body: raw,
    contentType: headers['content-type'],
    declaredLength: length === undefined ? undefined : Number(length),
    address,
    name: decoded(headers['x-file-name']?.toString() ?? [query.name ?? ''].flat()[0] ?? ''),
  };
}

/** Reads a request's tus headers. */
export function uploadHeaders({ headers }: ApiRequest): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of UPLOAD_HEADERS) {
    const value = headers[name];
    if (value !== undefined) found[name] = value.toString();
  }
  return found;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** No faster than the client reads. Closes the connection after `seconds`. */
export function sendFile(file: Readable, reply: FastifyReply, seconds: number): FastifyReply {
  const timer = setTimeout(() => reply.raw.destroy(), seconds * SECOND);
  const end = () => {
    clearTimeout(timer);
    file.destroy();
  };
  // The client may have gone while the file was opened.
  if (reply.raw.closed) end();
  else reply.raw.once('close', end);
  return reply.send(file);
}
