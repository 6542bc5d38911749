import { fieldProblem, messageOf } from '@player-support/contract/field-problems';
import { stringifySetCookie } from 'cookie';
import { SECOND } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import type { Transport } from '../../operations/operation.ts';

/** The transports that can have a session. */
export type SessionTransport = Exclude<Transport, 'plain'>;

/** The names of a cookie. `__Host-` binds it to this host and to TLS (RFC 6265bis, 4.1.3.2). */
export type CookieNames = Readonly<Record<SessionTransport, string>>;

const named = (name: string): CookieNames => ({ secure: `__Host-${name}`, local: name });

/** The cookie of a session. */
export const SESSION_COOKIE = named('player-support');
/** The cookie that tells this browser from others, also after the session has ended. */
export const BROWSER_COOKIE = named('player-support-browser');

/** The cookie of an attempt to sign in with a provider. */
export const OIDC_COOKIE = named('player-support-oidc');

const PLAIN = fieldProblem('plain-http');

/** Requires a transport that can have a session. @throws AppError `validation` */
export function requireSessionTransport(transport: Transport): SessionTransport {
  if (transport === 'plain') {
    throw new AppError('validation', { detail: messageOf(PLAIN), problems: { $: [PLAIN] } });
  }
  return transport;
}

interface Cookie {
  readonly names: CookieNames;
  readonly value: string;
  /** Milliseconds since 1970. 0: the browser deletes the cookie. */
  readonly expiresAt: number;
}

/** The Set-Cookie header for a cookie that no page can read. */
export function hiddenCookie(transport: SessionTransport, { names, value, expiresAt }: Cookie): string {
  return stringifySetCookie({
    name: names[transport],
    value,
    path: '/',
    httpOnly: true,
    secure: transport === 'secure',
    sameSite: 'lax',
    expires: new Date(Math.floor(expiresAt / SECOND) * SECOND),
  });
}
