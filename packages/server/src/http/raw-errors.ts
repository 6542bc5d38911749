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

/** A problem for a request that no route can answer. It closes the connection. */
function rawProblem(code: ProblemCode, incomingId?: string | string[]) {
  const body = problemBody(new AppError(code));
  const headers = {
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId(incomingId),
    connection: 'close',
  };
  return { status: PROBLEMS[code][0], headers, body };
}

/** Answers invalid or late requests with a problem. Node's parser would send only a status line. */
export function answerBrokenRequests(error: Error & { code?: string }, socket: Socket): void {
  // The client would take this problem for the response to an earlier request.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  endWith(rawProblem(BY_CODE[error.code ?? ''] ?? 'bad-request'), socket);
}

/**
 * Refuses CONNECT (RFC 9110, section 9.3.6). Node gives up such a connection: without a listener
 * its errors would end the process, and if nobody closes it the server cannot stop.
 */
export function refuseTunnel({ headers }: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  // The response to an earlier request would come after this one, or never.
  if (isAnswering(socket)) {
    socket.destroy();
    return;
  }
  socket.once('finish', () => socket.destroy());
  endWith(rawProblem('method-not-allowed', headers['x-request-id']), socket);
}

/** Whether an earlier, complete request of this connection has no complete response yet. */
function isAnswering(socket: Duplex): boolean {
  return currentResponse(socket)?.req.complete === true;
}

/** The response that this connection carries at the moment. */
export function currentResponse(socket: Duplex): ServerResponse | null {
  // Node keeps it in this field.
  return '_httpMessage' in socket ? (socket._httpMessage as ServerResponse | null) : null;
}

function endWith({ status, headers, body }: ReturnType<typeof rawProblem>, socket: Duplex): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

/** Answers a request that reached no route. */
export function sendRawProblem(code: ProblemCode, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = rawProblem(code, request.headers['x-request-id']);
  response.writeHead(status, headers).end(body);
}
