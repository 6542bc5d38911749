import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError, PROBLEMS, type ProblemCode, ProjectUnavailableError } from '../errors.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import { PROBLEM_TYPE } from './media-types.ts';

/** The body of a problem (RFC 9457). */
export function problemBody(error: AppError, instance?: string): string {
  const [status, title] = PROBLEMS[error.code];
  return JSON.stringify({
    type: `/problems/${error.code}`,
    title,
    status,
    detail: error.detail ?? PROBLEMS[error.code][2],
    ...(instance === undefined ? {} : { instance }),
    ...(error.errors === undefined ? {} : { errors: error.errors }),
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

/** The seconds after which a client may try again what the database could not do. */
const STORE_RETRY_SECONDS = 5;

/**
 * Any error as an AppError: errors of the store as `unavailable`, errors of the HTTP library by their
 * status, and any other error as `internal`.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof StoreUnavailableError) {
    const headers = { 'retry-after': String(STORE_RETRY_SECONDS) };
    return new AppError('unavailable', { headers, cause: error.cause ?? error });
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return new AppError(BY_STATUS[status] ?? 'internal', { cause: error });
}

/** Sends the response to a request that failed, and logs failures of the server. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): FastifyReply {
  if (error instanceof ProjectUnavailableError) {
    const body = { error: { code: error.code, message: error.message }, requestId: request.id };
    return reply.code(404).type('application/json; charset=utf-8').send(JSON.stringify(body));
  }
  const known = asAppError(error);
  if (known.status >= 500) logger.error({ requestId: request.id, err: known.cause ?? known }, known.code);
  // The router also treats the part after a "#" as query, and a query can contain a token.
  const [path] = request.url.split(/[?#]/, 1);
  return reply.code(known.status).headers(known.headers).type(PROBLEM_TYPE).send(problemBody(known, path));
}
