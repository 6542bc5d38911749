import { type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as client from 'openid-client';
import type { Config } from '../../config/config.ts';
import { HOUR } from '../../domain/time.ts';
import { remoteKeys } from '../../network/remote-keys.ts';
import { type Claims, groupsIn } from './group-claims.ts';
import { createProviderFetch } from './provider-fetch.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';

/** Between the provider and this server. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** Older logout tokens are refused. */
const LOGOUT_MAX_AGE_SECONDS = 300;
/** How long the provider's addresses are kept. */
const DISCOVERY_MS = HOUR;

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Only algorithms with public keys. */
const SIGNATURES = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

export const CALLBACK_PATH = '/api/v1/team/oidc/callback';

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case. Undefined: not verified by the provider. */
  readonly verifiedEmail: string | undefined;
  readonly name: string | undefined;
  /** Undefined: too many for a token. */
  readonly groups: readonly string[] | undefined;
}

/** The person said no, or the provider refuses. No failure of this server. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError';
}

const MAX_CLAIM = 255;

/** Undefined: it cannot be stored. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > MAX_CLAIM) return undefined;
  return value.isWellFormed() && !/\p{Cc}/u.test(value) ? value : undefined;
}

/** Microsoft has its own claim that the address's domain belongs to the tenant. */
function isVerified({ iss, email_verified, xms_edov }: Claims): boolean {
  // Some providers write it as a text, such as Amazon Cognito.
  if (email_verified === true || email_verified === 'true') return true;
  const isMicrosoft = typeof iss === 'string' && URL.parse(iss)?.hostname === 'login.microsoftonline.com';
  return isMicrosoft && [true, 1, '1', 'true'].some((value) => value === xms_edov);
}

/** Letters such as the Kelvin sign become ASCII in lower case: that would be another address. */
function lowerCaseOf(email: string | undefined): string | undefined {
  const lower = email?.toLowerCase();
  const isAscii = (text = '') => /^[\x21-\x7e]*$/.test(text);
  return isAscii(lower) && !isAscii(email) ? undefined : lower;
}

/** Returns the address of the first source that itself says it is verified. */
function verifiedEmailOf(iss: unknown, sources: readonly Claims[]): string | undefined {
  const verified = sources.find((source) => isVerified({ ...source, iss }) && textOf(source.email) !== undefined);
  return lowerCaseOf(textOf(verified?.email));
}

function identityOf(claims: Claims): Pick<Identity, 'issuer' | 'subject' | 'name'> {
  const [issuer, subject] = [textOf(claims.iss), textOf(claims.sub)];
  if (issuer === undefined || subject === undefined) throw new Error('the claim iss or sub is missing or too long');
  return { issuer, subject, name: textOf(claims.name)?.trim() || undefined };
}

/** Reads the provider's addresses when first needed, so the server starts without it. */
export function createProvider({ oidc, publicUrl }: Pick<Config, 'oidc' | 'publicUrl'>, elapsed: () => number) {
  const providerFetch = createProviderFetch(elapsed);
  const issuer = new URL(oidc.issuer);
  const redirectUri = publicUrl + CALLBACK_PATH;
  let discovered: { readonly until: number; readonly configuration: Promise<client.Configuration> } | undefined;

  const authenticate: client.ClientAuth = (server, metadata, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const withSecret = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    const method = oidc.clientSecret === '' ? client.None() : withSecret(oidc.clientSecret);
    method(server, metadata, body, headers);
  };

  function discover(): Promise<client.Configuration> {
    const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    return client.discovery(issuer, oidc.clientId, metadata, authenticate, {
      [client.customFetch]: (url, options) => providerFetch(url, options as RequestInit),
      execute: [
        // Checks each token's signature, also over TLS.
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
  }

  async function configuration(): Promise<client.Configuration> {
    const now = elapsed();
    if (discovered === undefined || now >= discovered.until) {
      const asked = { until: now + DISCOVERY_MS, configuration: discover() };
      discovered = asked;
      asked.configuration.catch(() => {
        if (discovered === asked) discovered = undefined;
      });
    }
    return discovered.configuration;
  }

  /** For its logout tokens. */
  let keys: { readonly url: string; readonly get: JWTVerifyGetKey } | undefined;
  function keysAt(url: string) {
    if (keys?.url !== url) {
      const get = remoteKeys(async () => {
        const response = await providerFetch(url, {
          headers: { accept: 'application/json, application/jwk-set+json' },
        });
        if (response.status !== 200) throw new Error(`the keys have the status ${response.status}`);
        // The cast: the library checks it.
        return (await response.json()) as JSONWebKeySet;
      }, elapsed);
      keys = { url, get };
    }
    return keys.get;
  }

  async function confirmationOf(
    server: client.Configuration,
    tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
    expectedSubject: string | undefined,
  ) {
    const idToken = tokens.claims();
    const subject = idToken?.sub ?? expectedSubject;
    if (subject === undefined || (expectedSubject !== undefined && subject !== expectedSubject)) {
      throw new Error('the token is about another person');
    }
    // Many providers name groups, or even the address, only here.
    const hasUserInfo = server.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo = hasUserInfo ? await client.fetchUserInfo(server, tokens.access_token, subject) : {};
    const claims: Claims = { iss: server.serverMetadata().issuer, ...idToken, ...userInfo, sub: subject };
    return {
      identity: {
        ...identityOf({ ...claims, ...(idToken && { iss: idToken.iss }) }),
        groups: groupsIn([userInfo, idToken ?? {}], oidc.groupsClaim),
        verifiedEmail: verifiedEmailOf(claims.iss, [idToken ?? {}, userInfo]),
      },
      refreshToken: tokens.refresh_token,
      /** The id of the provider's own session. */
      providerSession: textOf(idToken?.sid),
    };
  }

  return {
    /** Where a browser signs in. Throws an error that `isUnreachable`. */
    async authorizationUrl({ state, nonce, codeVerifier }: SignInAttempt): Promise<string> {
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: oidc.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href;
    },

    /**
     * Redeems the callback's code. Throws ProviderRefusedError, an error that `isUnreachable`, or
     * another if a token is invalid or the code was used.
     */
    async redeem(query: string, { state, nonce, codeVerifier }: SignInAttempt) {
      const server = await configuration();
      try {
        const tokens = await client.authorizationCodeGrant(server, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return await confirmationOf(server, tokens, undefined);
      } catch (error) {
        if (error instanceof client.AuthorizationResponseError) {
          throw new ProviderRefusedError(error.error, { cause: error });
        }
        throw error;
      }
    },

    /**
     * May the person still sign in? Throws ProviderRefusedError if not, other errors if the
     * provider did not say.
     */
    async confirm(refreshToken: string, subject: string) {
      const server = await configuration();
      try {
        const tokens = await client.refreshTokenGrant(server, refreshToken);
        return await confirmationOf(server, tokens, subject);
      } catch (error) {
        const isRefused =
          (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') ||
          error instanceof client.WWWAuthenticateChallengeError;
        if (isRefused) throw new ProviderRefusedError(error.message, { cause: error });
        throw error;
      }
    },

    /**
     * Back-Channel Logout 1.0, section 2.6. The caller prevents a second use. Throws an error that
     * `isUnreachable` without the provider's keys, or another for an invalid token.
     */
    async logoutOf(token: string) {
      const { jwks_uri = '', issuer } = (await configuration()).serverMetadata();
      const { payload, protectedHeader } = await jwtVerify(token, keysAt(jwks_uri), {
        issuer,
        audience: oidc.clientId,
        algorithms: SIGNATURES,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: LOGOUT_MAX_AGE_SECONDS,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      return logoutIn(payload, protectedHeader.typ, issuer);
    },
  };
}

export type Provider = ReturnType<typeof createProvider>;
/** When it confirms a person. */
export type Confirmation = Awaited<ReturnType<Provider['confirm']>>;
export type Logout = ReturnType<typeof logoutIn>;

function logoutIn({ events, nonce, sub, sid, jti }: JWTPayload, typ: string | undefined, issuer: string) {
  // Access tokens and other kinds must not end sessions.
  if (typ !== undefined && !/^(?:logout\+jwt|jwt)$/i.test(typ)) throw new Error(`the type is ${typ}`);
  const event = typeof events === 'object' && events !== null ? (events as Claims)[LOGOUT_EVENT] : undefined;
  if (typeof event !== 'object' || event === null) throw new Error('it has no logout event');
  if (nonce !== undefined) throw new Error('it has a nonce, like an ID token');
  const [subject, providerSession, tokenId] = [textOf(sub), textOf(sid), textOf(jti)];
  if (subject === undefined && providerSession === undefined) throw new Error('it has neither sub nor sid');
  if (tokenId === undefined) throw new Error('it has no jti');
  return { issuer, subject, providerSession, tokenId };
}
