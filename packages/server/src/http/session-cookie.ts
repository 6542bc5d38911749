import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';

/**
 * How a request came: `secure` over TLS, here or at a trusted proxy; `local` without, but from this very machine, which
 * is good enough to try things out; `plain` over a network that anybody may listen to, where no session is opened.
 */
export type Transport = 'secure' | 'local' | 'plain';

/** The transports on which there can be a session. */
export type OwnTransport = Exclude<Transport, 'plain'>;

const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

export function transportOf(request: FastifyRequest): Transport {
  if (request.protocol === 'https') return 'secure';
  return LOCAL.test(request.headers.host ?? '') ? 'local' : 'plain';
}

/** A name that begins with `__Host-` binds the cookie to this host and to TLS (RFC 6265bis, section 4.1.3.2). */
const NAMES: Readonly<Record<OwnTransport, string>> = {
  secure: '__Host-player-support',
  local: 'player-support',
};

const PLAIN =
  'Over plain HTTP anybody on the way could read the password. Serve the console by HTTPS: behind a proxy that does TLS set TRUST_PROXY.';

/** The transport, where a session can be had on it. @throws AppError `validation` */
export function requireOwnTransport(transport: Transport): OwnTransport {
  if (transport === 'plain') throw new AppError('validation', { detail: PLAIN, errors: { $: [PLAIN] } });
  return transport;
}

/** The session that the cookie of a request names, if there is one. */
export function sessionOf(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const transport = transportOf(request);
  return transport === 'plain' ? undefined : parseCookie(cookie)[NAMES[transport]];
}

/** The Set-Cookie header that keeps a session until then, or with an empty one forgets it. */
export function sessionCookie(transport: OwnTransport, session: string, expiresAt: number): string {
  return stringifySetCookie({
    name: NAMES[transport],
    value: session,
    path: '/',
    httpOnly: true,
    secure: transport === 'secure',
    sameSite: 'lax',
    expires: new Date(Math.floor(expiresAt / SECOND) * SECOND),
  });
}
