import { stringifySetCookie } from 'cookie';
import { SECOND } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';

/**
 * How a request arrived. `secure`: over TLS, to this server or a trusted proxy. `local`: without
 * TLS from this machine, for example in development. `plain`: without TLS over a network, where
 * others could read the session. A `plain` request cannot have a session.
 */
export type Transport = 'secure' | 'local' | 'plain';

/** The transports that can have a session. */
export type SessionTransport = Exclude<Transport, 'plain'>;

/** The prefix `__Host-` binds a cookie to this host and to TLS (RFC 6265bis, section 4.1.3.2). */
export const COOKIE_NAMES: Readonly<Record<SessionTransport, string>> = {
  secure: '__Host-player-support',
  local: 'player-support',
};

const PLAIN =
  'Over plain HTTP, others on the network could read the password. Serve the console over HTTPS. Behind a proxy with TLS, set TRUST_PROXY.';

/** Requires a transport that can have a session. @throws AppError `validation` */
export function requireSessionTransport(transport: Transport): SessionTransport {
  if (transport === 'plain') throw new AppError('validation', { detail: PLAIN, errors: { $: [PLAIN] } });
  return transport;
}

/** The Set-Cookie header for a session. With `expiresAt` 0, the browser deletes the cookie. */
export function sessionCookie(transport: SessionTransport, session: string, expiresAt: number): string {
  return stringifySetCookie({
    name: COOKIE_NAMES[transport],
    value: session,
    path: '/',
    httpOnly: true,
    secure: transport === 'secure',
    sameSite: 'lax',
    expires: new Date(Math.floor(expiresAt / SECOND) * SECOND),
  });
}
