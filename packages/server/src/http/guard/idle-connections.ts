import type { Socket } from 'node:net';
import { currentResponse } from '../raw-errors.ts';

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
