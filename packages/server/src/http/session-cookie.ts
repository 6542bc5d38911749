import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { COOKIE_NAMES, type Transport } from '../team/session/session-cookie.ts';

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** How the request arrived: by HTTPS, from this machine, or by plain HTTP. */
export function transportOf(request: FastifyRequest): Transport {
  if (request.protocol === 'https') return 'secure';
  return LOCAL_HOST.test(request.headers.host ?? '') ? 'local' : 'plain';
}

/** The session token in the cookie of a request, if it has one. */
export function sessionOf(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const transport = transportOf(request);
  return transport === 'plain' ? undefined : parseCookie(cookie)[COOKIE_NAMES[transport]];
}
