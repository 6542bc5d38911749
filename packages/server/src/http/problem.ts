import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TeamValidationProblem } from '@player-support/contract/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { SecretKeyMissingError } from '../domain/sealed-text.ts';
import { AppError, type AppErrorOptions, PROBLEMS, type ProblemCode, ProjectUnavailableError } from '../errors.ts';
import { FilesUnavailableError } from '../files/file-store.ts';
import { isInTeamApi } from '../operations/operation.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import { PROBLEM_TYPE } from './media-types.ts';
import { loggedRequestId, requestId } from './request-id.ts';

/** A field with several messages occurs several times. */
function problemList({ problems = {} }: AppError): TeamValidationProblem['problems'] {
  return Object.entries(problems).flatMap(([field, list]) =>
    list.map(({ code, parameters }) =>
      Object.keys(parameters).length === 0 ? { field, code } : { field, code, parameters },
    ),
  );
}

/** RFC 9457. `hasCodes`: with `problems`, as in the team API. */
export function problemBody(error: AppError, instance?: string, hasCodes = false): string {
  const [status, title] = PROBLEMS[error.code];
  return JSON.stringify({
    type: `/problems/${error.code}`,
    title,
    status,
    detail: error.detail ?? PROBLEMS[error.code][2],
    ...(instance === undefined ? {} : { instance }),
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    ...(hasCodes && error.problems !== undefined ? { problems: problemList(error) } : {}),
    ...(error.factors === undefined ? {} : { factors: error.factors }),
  });
}

const BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'bad-request',
  404: 'not-found',
  408: 'request-timeout',
  413: 'payload-too-large',
  414: 'uri-too-long',
  415: 'unsupported-media-type',
  503: 'unavailable',
};

const unavailable = (retrySeconds: number, options: Omit<AppErrorOptions, 'headers'>) =>
  new AppError('unavailable', { ...options, headers: { 'retry-after': String(retrySeconds) } });

/**
 * Missing stores and keys become `unavailable`, HTTP library errors follow their status, others
 * become `internal`.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof StoreUnavailableError) return unavailable(5, { cause: error.cause ?? error });
  if (error instanceof FilesUnavailableError) {
    const detail = 'Files cannot be stored or read right now. Everything else works.';
    return unavailable(60, { detail, cause: error });
  }
  // Only an operator can change the key.
  if (error instanceof SecretKeyMissingError) return unavailable(60, { detail: error.message });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return new AppError(BY_STATUS[status] ?? 'internal', { cause: error });
}

/** Sends the response to a failed request, and logs failures of the server. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): FastifyReply {
  if (error instanceof ProjectUnavailableError) {
    const body = { error: { code: error.code, message: error.message }, requestId: request.id };
    return reply.code(404).type('application/json; charset=utf-8').send(JSON.stringify(body));
  }
  const appError = asAppError(error);
  const { status, code, cause } = appError;
  if (status >= 500) logger.error({ requestId: loggedRequestId(request.id), err: cause ?? appError }, code);
  // A query can contain a token. The router also treats the part after "#" as a query.
  const [path] = request.url.split(/[?#]/, 1);
  const { operation } = request.routeOptions.config;
  const body = problemBody(appError, path, operation !== undefined && isInTeamApi(operation));
  return reply.code(status).headers(appError.headers).type(PROBLEM_TYPE).send(body);
}

const BY_ERROR_CODE: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};

/** Makes a problem for a request without a route. It closes the connection. */
function rawProblem(code: ProblemCode, incomingId?: string | string[]) {
  const body = problemBody(new AppError(code));
  const headers = {
    'content-type': PROBLEM_TYPE,
    'x-content-type-options': 'nosniff',
    // Otherwise a game in a browser takes it for a lost connection, and tries for ever.
    'access-control-allow-origin': '*',
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
  writeRawResponse(rawProblem(BY_ERROR_CODE[error.code ?? ''] ?? 'bad-request'), socket);
}

/**
 * RFC 9110, section 9.3.6. Node no longer manages the connection: an error without a listener would
 * end the process.
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
