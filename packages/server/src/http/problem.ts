import type { TeamValidationProblem } from '@player-support/contract/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { SecretKeyMissingError } from '../domain/sealed-text.ts';
import { AppError, type AppErrorOptions, PROBLEMS, type ProblemCode, ProjectUnavailableError } from '../errors.ts';
import { FilesUnavailableError } from '../files/file-store.ts';
import { isInTeamApi } from '../operations/operation.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import { PROBLEM_TYPE } from './media-types.ts';
import { loggedRequestId } from './request-id.ts';

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
 * Store errors and a missing secret key become `unavailable`, HTTP library errors follow their
 * status, all others become `internal`.
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
