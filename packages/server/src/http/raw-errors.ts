import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type ProblemCode } from '../errors.ts';
import { PROBLEM_TYPE } from './media-types.ts';
import { problemBody } from './problem.ts';
import { requestId } from './request-id.ts';

const BY_CODE: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};

/** Answers bytes that are no request, or not in time, with a problem of our own instead of the parser's bare line. */
export function answerBrokenRequests(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = new AppError(BY_CODE[error.code ?? ''] ?? 'bad-request');
  const body = problemBody(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `content-type: ${PROBLEM_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId(undefined)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
