import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import type { Transport } from '../operations/operation.ts';
import { BROWSER_COOKIE, type CookieNames, OIDC_COOKIE, SESSION_COOKIE } from '../team/session/session-cookie.ts';

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Tells how it arrived: by HTTPS, from this machine, or by plain HTTP. */
export function transportOf(request: FastifyRequest): Transport {
  if (request.protocol === 'https') return 'secure';
  return LOCAL_HOST.test(request.headers.host ?? '') ? 'local' : 'plain';
}

/** Undefined over plain HTTP. */
function cookieValue(request: FastifyRequest, names: CookieNames): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const transport = transportOf(request);
  return transport === 'plain' ? undefined : parseCookie(cookie)[names[transport]];
}

export const sessionOf = (request: FastifyRequest) => cookieValue(request, SESSION_COOKIE);

export const browserOf = (request: FastifyRequest) => cookieValue(request, BROWSER_COOKIE);

/** Reads the secret of a sign-in attempt with a provider, if any. */
export const attemptSecretOf = (request: FastifyRequest) => cookieValue(request, OIDC_COOKIE);
