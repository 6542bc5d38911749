import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, PROBLEMS, type ProblemCode } from '../errors.ts';
import { PROBLEM_TYPE } from './media-types.ts';
import { problemBody } from './problem.ts';
import { requestId } from './request-id.ts';

const BY_CODE: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};

/** Makes a problem for a request without a route. It closes the connection. */
function rawProblem(code: ProblemCode, incomingId?: string | string[]) {
  const body = problemBody(new AppError(code));
  const headers = {
    'content-type': PROBLEM_TYPE,
    'x-content-type-options': 'nosniff',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId(incomingId),
    connection: 'close',
  };
  return { status: PROBLEMS[code][0], headers, body };
}

/** Sends a problem for an invalid or late request. Node's parser would send only a status line. */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  // Close silently if the client would take it for an earlier request's response.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || hasPendingResponse(socket)) {
    socket.destroy();
    return;
  }
  writeRawResponse(rawProblem(BY_CODE[error.code ?? ''] ?? 'bad-request'), socket);
}

/**
 * RFC 9110, section 9.3.6. Node no longer manages the connection: an error without a listener would
 * end the process, and an open one would block stopping.
 */
export function refuseTunnel({ headers }: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  // It would arrive before an earlier request's response.
  if (hasPendingResponse(socket)) {
    socket.destroy();
    return;
  }
  socket.once('finish', () => socket.destroy());
  writeRawResponse(rawProblem('method-not-allowed', headers['x-request-id']), socket);
}

/** Whether an earlier, complete request on this connection has no complete response. */
function hasPendingResponse(socket: Duplex): boolean {
  return currentResponse(socket)?.req.complete === true;
}

/** Returns the response in progress on this connection. */
export function currentResponse(socket: Duplex): ServerResponse | null {
  // Node has no public property for it.
  return '_httpMessage' in socket ? (socket._httpMessage as ServerResponse | null) : null;
}

function writeRawResponse({ status, headers, body }: ReturnType<typeof rawProblem>, socket: Duplex): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
