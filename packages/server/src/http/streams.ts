import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { IncomingFile } from '../attachments/attachments.ts';
import { SECOND } from '../domain/time.ts';
import { AppError, invalid } from '../errors.ts';
import { EVENT_STREAM, FILE, NDJSON } from '../operations/operation.ts';
import { isEncoded } from './media-types.ts';
import type { ApiRequest, Served } from './service.ts';

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
 * Its name is in `X-File-Name` or in the query. `address`: the key of the client's. Throws AppError
 * `validation`, `unsupported-media-type`.
 */
export function incomingFile({ raw, headers, query }: ApiRequest, address: string): IncomingFile {
  if (isEncoded(headers)) {
    throw new AppError('unsupported-media-type', { detail: 'Send the file without Content-Encoding.' });
  }
  const length = headers['content-length'];
  return {
    body: raw,
    contentType: headers['content-type'],
    declaredLength: length === undefined ? undefined : Number(length),
    address,
    name: nameInHeader(headers['x-file-name']?.toString() ?? '') || ([query.name ?? ''].flat()[0] ?? ''),
  };
}

/** The library would replace what is not UTF-8. */
const TUS_FILE_NAME = /(?:^|,)filename ([^,]*)/;

/** Reads a request's tus headers. Throws AppError `validation` for a name in another encoding. */
export function uploadHeaders({ headers }: ApiRequest): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of UPLOAD_HEADERS) {
    const value = headers[name];
    if (value !== undefined) found[name] = value.toString();
  }
  const [, name = ''] = TUS_FILE_NAME.exec(found['upload-metadata'] ?? '') ?? [];
  if (!isUtf8(Buffer.from(name, 'base64'))) throw invalid('Upload-Metadata', 'wrong-file-name');
  return found;
}

const BEYOND_ASCII = /[^\0-\x7f]/;
const PERCENT_ENCODED = /^(?:[^%]|%[0-9a-f]{2})*$/i;

/** Percent-encoded, or UTF-8, which Node reads as Latin-1. Others would become another name. */
function nameInHeader(name: string): string {
  if (BEYOND_ASCII.test(name)) {
    const bytes = Buffer.from(name, 'latin1');
    if (isUtf8(bytes)) return bytes.toString();
  } else {
    if (!PERCENT_ENCODED.test(name)) return name;
    try {
      return decodeURIComponent(name);
    } catch {}
  }
  throw invalid('X-File-Name', 'wrong-file-name');
}

/** Sends a body that is a stream, as its operation says. */
export function sendStream({ operation, service }: Served, stream: Readable, reply: FastifyReply): FastifyReply {
  const { type } = operation.success;
  if (type === EVENT_STREAM) return sendEvents(stream, reply);
  if (type === FILE) return sendFile(stream, reply, service.config.responseTimeoutSeconds);
  return reply.type(NDJSON).send(stream);
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

/** Closes a connection whose client receives nothing for so long: at least three heartbeats. */
const STALL_TIMEOUT_MS = 45 * SECOND;

/** Server-sent events (HTML standard, section 9.2), until the stream or connection ends. */
function sendEvents(events: Readable, reply: FastifyReply): FastifyReply {
  // The timeout of other connections is shorter than two heartbeats.
  reply.request.raw.socket.setTimeout(STALL_TIMEOUT_MS);
  return (
    reply
      .type(EVENT_STREAM)
      // A proxy that buffers or compresses would delay events.
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      // Otherwise a stopping server would wait for the connection.
      .header('connection', 'close')
      .send(events)
  );
}
