import { fieldProblem, messageOf } from '@player-support/contract/field-problems';
import { stringifySetCookie } from 'cookie';
import { SECOND } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import type { Transport } from '../../operations/operation.ts';

/** Those that can have a session. */
export type SessionTransport = Exclude<Transport, 'plain'>;

/** `__Host-` binds it to this host and to TLS (RFC 6265bis, 4.1.3.2). */
export type CookieNames = Readonly<Record<SessionTransport, string>>;

const named = (name: string): CookieNames => ({ secure: `__Host-${name}`, local: name });

export const SESSION_COOKIE = named('player-support');
/** It tells browsers apart, also after the session. */
export const BROWSER_COOKIE = named('player-support-browser');

/** For a sign-in attempt with a provider. */
export const OIDC_COOKIE = named('player-support-oidc');

const PLAIN = fieldProblem('plain-http');

/** Throws AppError `validation` if it cannot have a session. */
export function requireSessionTransport(transport: Transport): SessionTransport {
  if (transport !== 'plain') return transport;
  throw new AppError('validation', { detail: messageOf(PLAIN), problems: { $: [PLAIN] } });
}

/** No page can read the cookie. `expiresAt` 0: the browser deletes it. */
export function hiddenCookie(transport: SessionTransport, names: CookieNames, value: string, expiresAt: number) {
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
