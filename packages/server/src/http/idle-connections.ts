import type { Socket } from 'node:net';
import { currentResponse } from './raw-errors.ts';

/**
 * Cuts a connection on which nothing moved for REQUEST_TIMEOUT_SECONDS: its client sends or reads too
 * slowly. It stays while the client waits for the server, for example because many sign in at once.
 */
export function cutIdleConnection(socket: Socket): void {
  const response = currentResponse(socket);
  const isWaitingForServer = response?.req.complete === true && !response.headersSent;
  if (!isWaitingForServer) socket.destroy();
}
