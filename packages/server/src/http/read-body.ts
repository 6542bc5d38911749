import type { Readable } from 'node:stream';
import { errorCodes, type FastifyRequest } from 'fastify';

/** In bytes. */
export const BODY_LIMIT = 64 * 1024;

/**
 * Into one buffer: Fastify keeps all chunks, which at one byte need 200 times the memory. Throws an
 * error with status 413 or 400.
 */
export function readBody({ headers }: FastifyRequest, payload: Readable): Promise<Buffer> {
  const declared = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  if ((declared ?? 0) > BODY_LIMIT) return Promise.reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  return new Promise((resolve, reject) => {
    // Grows with the body, so a client cannot claim memory by declaring a length.
    let body = Buffer.alloc(0);
    let length = 0;
    const onData = (chunk: Buffer) => {
      const end = length + chunk.length;
      if (end > BODY_LIMIT) {
        payload.off('data', onData);
        return reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      }
      if (end > body.length) body = Buffer.concat([body.subarray(0, length)], Math.max(end, 2 * body.length));
      chunk.copy(body, length);
      length = end;
    };
    payload.on('data', onData);
    payload.once('end', () => {
      if (declared !== undefined && length !== declared) reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
      else resolve(body.subarray(0, length));
    });
    payload.once('error', (error) => reject(Object.assign(error, { statusCode: 400 })));
  });
}
