import { createHmac } from 'node:crypto';
import { MINUTE } from '../../domain/time.ts';
import { newSessionSecret } from '../../domain/tokens.ts';
import { hiddenCookie, OIDC_COOKIE, type SessionTransport } from '../session/session-cookie.ts';

/** How long a person can take at the provider. */
const LIFETIME_MS = 10 * MINUTE;

/** What binds the response of the provider to one attempt in one browser. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A new secret of an attempt. Only the cookie of the browser has it, so any node can go on. */
export const newAttemptSecret = newSessionSecret;

/** The values of an attempt, which follow from its secret. Nobody can compute one from another. */
export function attemptOf(secret: string): SignInAttempt {
  const derive = (name: string) => createHmac('sha256', secret).update(name).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

/** The Set-Cookie header for an attempt. Without a secret, the browser deletes the cookie. */
export function attemptCookie(transport: SessionTransport, now: number, secret?: string): string {
  // The provider leads back here with a top-level GET, for which browsers send the cookie.
  return hiddenCookie(transport, {
    names: OIDC_COOKIE,
    value: secret ?? '',
    expiresAt: secret === undefined ? 0 : now + LIFETIME_MS,
  });
}
