import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../domain/time.ts';
import { EVENT_STREAM } from '../operations/operation.ts';

/**
 * A connection is closed if the client receives nothing for this time (three heartbeats or more).
 */
const STALL_TIMEOUT_MS = 45 * SECOND;

/**
 * Sends server-sent events (HTML standard, section 9.2) until the stream or the connection ends.
 */
export function sendEvents(events: Readable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The timeout of other connections is shorter than the time between two heartbeats.
  request.raw.socket.setTimeout(STALL_TIMEOUT_MS);
  return (
    reply
      .type(EVENT_STREAM)
      // A proxy that buffers or compresses would delay events.
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      // Without this, a stopping server would wait for the connection.
      .header('connection', 'close')
      .send(events)
  );
}
