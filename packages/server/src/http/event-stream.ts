import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../domain/time.ts';
import { EVENT_STREAM } from '../operations/operation.ts';

/** Three heartbeats at least: how long a client may take nothing of what is sent. */
const STALLED = 45 * SECOND;

/** Sends server-sent events (HTML standard, section 9.2) until the stream or the connection ends. */
export function sendEvents(events: Readable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The time-out of connections is shorter than the pauses of a stream.
  request.raw.socket.setTimeout(STALLED);
  return (
    reply
      .type(EVENT_STREAM)
      // A proxy that gathers or compresses would hold events back.
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      // Nothing can follow on this connection, and a server that stops waits for those that are kept.
      .header('connection', 'close')
      .send(events)
  );
}
