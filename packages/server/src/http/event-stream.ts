import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../domain/time.ts';
import { EVENT_STREAM } from '../operations/operation.ts';

/** Closes a connection whose client receives nothing for so long: at least three heartbeats. */
const STALL_TIMEOUT_MS = 45 * SECOND;

/** Server-sent events (HTML standard, section 9.2), until the stream or connection ends. */
export function sendEvents(events: Readable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The timeout of other connections is shorter than two heartbeats.
  request.raw.socket.setTimeout(STALL_TIMEOUT_MS);
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
