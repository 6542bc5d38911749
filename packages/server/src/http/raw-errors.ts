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

/** What is sent where no request came to be: a problem of our own, and the end of the connection. */
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

/** Answers bytes that are no request, or not in time, with a problem of our own instead of the parser's bare line. */
export function answerBrokenRequests(error: Error & { code?: string }, socket: Socket): void {
  // This problem must not be taken for the answer to an earlier request.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  endWith(rawProblem(BY_CODE[error.code ?? ''] ?? 'bad-request'), socket);
}

/**
 * CONNECT asks for a tunnel, for which Node hands the connection over and no longer looks after it: an error that nobody
 * listens to would end the process, and a connection that nobody ends would keep a server from stopping.
 */
export function refuseTunnel({ headers }: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  // The answer to an earlier request would come after this one, or never.
  if (isAnswering(socket)) {
    socket.destroy();
    return;
  }
  socket.once('finish', () => socket.destroy());
  endWith(rawProblem('method-not-allowed', headers['x-request-id']), socket);
}

/** Whether an earlier, whole request of this connection is still being answered. Node keeps its response here. */
function isAnswering(socket: Duplex): boolean {
  const response = '_httpMessage' in socket ? (socket._httpMessage as ServerResponse | null) : null;
  return response?.req.complete === true;
}

function endWith({ status, headers, body }: ReturnType<typeof rawProblem>, socket: Duplex): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

/** Answers a request that never reached a route. */
export function sendRawProblem(code: ProblemCode, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = rawProblem(code, request.headers['x-request-id']);
  response.writeHead(status, headers).end(body);
}
