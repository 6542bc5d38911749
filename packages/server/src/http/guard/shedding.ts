import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { PROBLEM_TYPE } from '../media-types.ts';
import { problemBody } from '../problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Whether it was refused under load or in a flood. Such requests have the log level `debug`.
     */
    isFlood: boolean;
  }
}

const BUSY = new AppError('unavailable', {
  detail: 'The service is busy. Wait for the number of seconds in Retry-After.',
});

/** Refuses a request with as little work as possible, because the server is overloaded. */
export function shed(request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number): void {
  request.isFlood = true;
  const [path] = request.url.split(/[?#]/, 1);
  reply.code(503).header('retry-after', String(retryAfterSeconds)).type(PROBLEM_TYPE).send(problemBody(BUSY, path));
}
