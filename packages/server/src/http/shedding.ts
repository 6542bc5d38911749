import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { PROBLEM_TYPE } from './media-types.ts';
import { problemBody } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Refused under load or in a flood. Such requests are too many to log one by one. */
    isFlood: boolean;
  }
}

const BUSY = new AppError('unavailable', { detail: 'The service is busy. Wait as many seconds as Retry-After says.' });

/** Refuses a request with as little work as can be: when this is called, there is no time. */
export function shed(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  request.isFlood = true;
  const [path] = request.url.split(/[?#]/, 1);
  reply.code(503).header('retry-after', String(seconds)).type(PROBLEM_TYPE).send(problemBody(BUSY, path));
}
