import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { COOKIE_NAMES, type Transport } from '../team/session/session-cookie.ts';

const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

export function transportOf(request: FastifyRequest): Transport {
  if (request.protocol === 'https') return 'secure';
  return LOCAL.test(request.headers.host ?? '') ? 'local' : 'plain';
}

/** The session in the cookie of a request, if it has one. */
export function sessionOf(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const transport = transportOf(request);
  return transport === 'plain' ? undefined : parseCookie(cookie)[COOKIE_NAMES[transport]];
}
