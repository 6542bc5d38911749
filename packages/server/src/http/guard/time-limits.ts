import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { SECOND } from '../../domain/time.ts';
import { currentResponse } from '../raw-errors.ts';

/**
 * Ends a request with a late body as Node does: with a 408. Node's one limit is for files, so
 * others get theirs here. `seconds`: from now on.
 */
export function limitRequestTime(server: Server, { raw }: FastifyRequest, seconds: number): void {
  // Nearly every request arrives whole.
  if (raw.complete) return;
  const timer = setTimeout(() => {
    if (raw.complete || raw.destroyed) return;
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, raw.socket);
  }, seconds * SECOND);
  raw.once('close', () => clearTimeout(timer));
}

/**
 * Closes a connection on which no bytes moved for `requestTimeoutSeconds`: its client sends or
 * reads too slowly. Keeps it while the client waits for the server, for example to hash a password
 * or to read a file that it sends.
 */
export function closeIdleConnection(socket: Socket): void {
  const response = currentResponse(socket);
  const isRead = response?.req.complete !== true && response?.req.readableFlowing === true;
  const isWaitingForServer = response?.headersSent === false && !isRead;
  if (!isWaitingForServer) socket.destroy();
}
