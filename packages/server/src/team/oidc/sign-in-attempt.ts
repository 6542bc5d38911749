import { createHmac } from 'node:crypto';
import { MINUTE } from '../../domain/time.ts';
import { newSecret } from '../../domain/tokens.ts';
import { hiddenCookie, OIDC_COOKIE, type SessionTransport } from '../session/session-cookie.ts';

/** How long a person can take at the provider. */
const LIFETIME_MS = 10 * MINUTE;

/** Binds the provider's response to one attempt in one browser. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Only the browser's cookie has it, so any node can go on. */
export const newAttemptSecret = newSecret;

/** Derived from the secret. Nobody can compute one from another. */
export function attemptOf(secret: string): SignInAttempt {
  const derive = (name: string) => createHmac('sha256', secret).update(name).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

/** Returns the Set-Cookie header. Without a secret, the browser deletes the cookie. */
export function attemptCookie(transport: SessionTransport, now: number, secret?: string): string {
  // The provider leads back with a top-level GET, for which browsers send the cookie.
  return hiddenCookie(transport, OIDC_COOKIE, secret ?? '', secret === undefined ? 0 : now + LIFETIME_MS);
}
