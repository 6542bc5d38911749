import { createPublicKey, hash } from 'node:crypto';
import { MAX_IDENTITY_TOKEN_SECONDS, MAX_USER_ID_LENGTH } from '@player-support/contract/limits';
import { hasVisible } from '@player-support/contract/visible-text';
import {
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { algorithmOf } from '../domain/public-key.ts';
import { RecentMap } from '../domain/recent-map.ts';
import { isSealed, SecretKeyMissingError } from '../domain/sealed-text.ts';
import { SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { type FetchRules, fetchDocument } from '../network/fetch-document.ts';
import { remoteKeys } from '../network/remote-keys.ts';
import type { ProjectIdentityRow } from '../store/tables.ts';

declare module '../operations/context.ts' {
  interface Parts {
    readonly identityTokens: IdentityTokens;
  }
}

/** How far the backend's clock can be ahead, for `iat` and `nbf`. */
const TOLERANCE_SECONDS = 60;
/** For keys from a URL. No shared secret: a public key is not one. */
const ASYMMETRIC = ['ES256', 'EdDSA', 'Ed25519', 'RS256'];
/** After a failure to load keys, requests fail at once for so long. */
const PAUSE_MS = 5 * SECOND;
/** At least so many projects have their keys in memory. */
const KEPT_PROJECTS = 500;

class KeysUnreachableError extends Error {}

/** Checks tokens with which games' backends prove who a player is (RFC 7519). */
export function createIdentityTokens({ elapsed, ...rules }: FetchRules & { readonly elapsed: () => number }) {
  const loaded = new RecentMap<JWTVerifyGetKey>(KEPT_PROJECTS);

  /** Kept in memory. Simultaneous requests share one fetch. */
  function keysAt(url: string, { project_id, updated_at }: ProjectIdentityRow): JWTVerifyGetKey {
    const key = `${project_id} ${updated_at} ${url}`;
    const known = loaded.get(key);
    if (known !== undefined) return known;
    let pausedUntil = 0;
    const keys = remoteKeys(async () => {
      try {
        if (elapsed() < pausedUntil) throw new Error('a request failed a moment ago');
        return parseDocument(await fetchDocument(url, rules));
      } catch (cause) {
        pausedUntil = Math.max(pausedUntil, elapsed() + PAUSE_MS);
        throw new KeysUnreachableError('the keys cannot be loaded', { cause });
      }
    }, elapsed);
    loaded.set(key, keys);
    return keys;
  }

  function verifyWith(token: string, row: ProjectIdentityRow, options: JWTVerifyOptions) {
    if (row.jwks_url !== null) {
      return jwtVerify(token, keysAt(row.jwks_url, row), { ...options, algorithms: ASYMMETRIC });
    }
    if (row.public_key !== null) {
      const key = createPublicKey(row.public_key);
      const algorithm = algorithmOf(key);
      const algorithms = algorithm === 'EdDSA' ? ['EdDSA', 'Ed25519'] : algorithm === undefined ? [] : [algorithm];
      return jwtVerify(token, key, { ...options, algorithms });
    }
    if (row.secret === null || isSealed(row.secret)) throw new SecretKeyMissingError();
    return jwtVerify(token, new TextEncoder().encode(row.secret), { ...options, algorithms: ['HS256'] });
  }

  async function payloadOf(...request: Parameters<typeof verifyWith>): Promise<JWTPayload> {
    try {
      return (await verifyWith(...request)).payload;
    } catch (error) {
      if (error instanceof KeysUnreachableError) {
        const detail = 'The keys of this game cannot be loaded now. Try again later.';
        throw new AppError('unavailable', { detail, headers: { 'retry-after': '10' }, cause: error });
      }
      if (error instanceof SecretKeyMissingError) throw error;
      // Anything can be there: no list of keys, or keys that cannot be imported.
      throw refused(error instanceof errors.JOSEError ? reasonOf(error) : KEYS_UNUSABLE);
    }
  }

  /**
   * The project's setting decides the algorithms, never the token. Throws AppError
   * `identity-token-refused`, `unavailable` if keys cannot be loaded.
   */
  return async (token: string, row: ProjectIdentityRow, now: number) => {
    const options: JWTVerifyOptions = {
      audience: row.audience,
      ...(row.issuer === null ? {} : { issuer: row.issuer }),
      requiredClaims: ['sub', 'aud', 'exp', 'iat'],
      currentDate: new Date(now),
      // Of `nbf`: `exp` is checked below, without a tolerance.
      clockTolerance: TOLERANCE_SECONDS,
    };
    return identityOf(await payloadOf(token, row, options), token, now);
  };
}

export type IdentityTokens = ReturnType<typeof createIdentityTokens>;

/**
 * `subject`: the studio backend's id of the account. `tokenKey` identifies the token, so that it
 * works only once. Throws AppError `identity-token-refused` for an unacceptable claim.
 */
function identityOf({ sub, exp, iat, jti }: JWTPayload, token: string, now: number) {
  if (typeof sub !== 'string' || !hasVisible(sub) || [...sub].length > MAX_USER_ID_LENGTH) {
    throw refused(`The claim \`sub\` must be a text of 1 to ${MAX_USER_ID_LENGTH} characters.`);
  }
  if (sub.includes('\0') || !sub.isWellFormed()) throw refused('The claim `sub` has characters that cannot be stored.');
  if (!Number.isFinite(exp) || !Number.isFinite(iat) || exp === undefined || iat === undefined) {
    throw refused('The claims `exp` and `iat` must be numbers.');
  }
  // The library compares whole seconds.
  if (now >= exp * SECOND) throw refused(EXPIRED);
  if (iat * SECOND > now + TOLERANCE_SECONDS * SECOND) throw refused('The claim `iat` is in the future.');
  if (exp - iat > MAX_IDENTITY_TOKEN_SECONDS) {
    throw refused(`The claim \`exp\` must be at most ${MAX_IDENTITY_TOKEN_SECONDS} seconds after \`iat\`.`);
  }
  if (jti !== undefined && (typeof jti !== 'string' || jti === '')) throw refused('The claim `jti` must be a text.');
  // Without its signature: an ECDSA signature has several valid forms.
  const unique = jti === undefined ? `token ${token.slice(0, token.lastIndexOf('.'))}` : `jti ${jti}`;
  return { subject: sub, tokenKey: hash('sha256', unique, 'base64url'), expiresAt: Math.ceil(exp) * SECOND };
}

const EXPIRED = 'It has expired.';
const KEYS_UNUSABLE = 'The keys in the settings cannot be used.';

/** Throws Error without text of the document, because it is logged. */
function parseDocument(text: string): JSONWebKeySet {
  try {
    // The cast: the library checks it.
    return JSON.parse(text) as JSONWebKeySet;
  } catch {
    throw new Error('the document is no JSON');
  }
}

/** Says why a token is refused, without anything from it. */
function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return EXPIRED;
  if (error instanceof errors.JWTClaimValidationFailed) return `The claim \`${error.claim}\` is missing or wrong.`;
  if (error instanceof errors.JOSEAlgNotAllowed) return 'Its algorithm is not that of the key in the settings.';
  if (error instanceof errors.JWKSInvalid || error instanceof errors.JWKInvalid) return KEYS_UNUSABLE;
  if (error instanceof errors.JWKSNoMatchingKey) return 'No key in the settings has its `kid` and algorithm.';
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'Several keys match. Set `kid` in its header.';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'Its signature is wrong.';
  return 'It is no JSON Web Token that this server understands.';
}

const refused = (detail: string): AppError => new AppError('identity-token-refused', { detail });
