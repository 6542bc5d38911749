import { createRemoteJWKSet, type JWTPayload, customFetch as joseFetch, jwtVerify } from 'jose';
import * as client from 'openid-client';
import type { Config } from '../../config/config.ts';
import { HOUR, SECOND } from '../../domain/time.ts';
import { createProviderFetch } from './provider-fetch.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';

/** How far the clocks of the provider and this server may differ. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** A logout token that was made longer ago is refused. */
const LOGOUT_MAX_AGE_SECONDS = 300;
/** How long the addresses of the provider are kept. */
const DISCOVERY_MS = HOUR;

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Only algorithms with public keys. */
const SIGNATURES = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

export const CALLBACK_PATH = '/api/v1/team/oidc/callback';

/** A person, as the provider describes it. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case. Undefined: the provider has not verified that it belongs to the person. */
  readonly verifiedEmail: string | undefined;
  readonly name: string | undefined;
  readonly groups: readonly string[];
}

/** What the provider says when it confirms a person. */
export interface Confirmation {
  readonly identity: Identity;
  readonly refreshToken: string | undefined;
  /** The provider's id of its own session. */
  readonly providerSession: string | undefined;
}

/** Who is to be signed out: at least one of the two is given. */
export interface Logout {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
  /** The id of the logout token. */
  readonly tokenId: string;
}

/** The person said no, or the provider refuses. It is no failure of this server. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError';
}

/** A text claim of at most this length. */
const MAX_CLAIM = 255;
const MAX_GROUPS = 1000;

/** A text that can be stored. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > MAX_CLAIM) return undefined;
  return value.isWellFormed() && !/\p{Cc}/u.test(value) ? value : undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/** Microsoft says in a claim of its own whether the domain of an address belongs to the tenant. */
function isVerified({ iss, email_verified, xms_edov }: Claims): boolean {
  if (email_verified === true) return true;
  const isMicrosoft = typeof iss === 'string' && URL.parse(iss)?.hostname === 'login.microsoftonline.com';
  return isMicrosoft && [true, 1, '1', 'true'].some((value) => value === xms_edov);
}

/** Letters such as the Kelvin sign become ASCII in lower case, and would make another address. */
function lowerCaseOf(email: string | undefined): string | undefined {
  const lower = email?.toLowerCase();
  const isAscii = (text = '') => /^[\x21-\x7e]*$/.test(text);
  return isAscii(lower) && !isAscii(email) ? undefined : lower;
}

/** The address of the first source that says itself that its address is verified. */
function verifiedEmailOf(iss: unknown, sources: readonly Claims[]): string | undefined {
  const verified = sources.find((source) => isVerified({ ...source, iss }) && textOf(source.email) !== undefined);
  return lowerCaseOf(textOf(verified?.email));
}

function identityOf(claims: Claims, groupsClaim: string): Omit<Identity, 'verifiedEmail'> {
  const [issuer, subject] = [textOf(claims.iss), textOf(claims.sub)];
  if (issuer === undefined || subject === undefined) throw new Error('the claim iss or sub is missing or too long');
  const groups = claims[groupsClaim];
  return {
    issuer,
    subject,
    name: textOf(claims.name)?.trim() || undefined,
    groups: (Array.isArray(groups) ? groups : [groups]).filter((one) => typeof one === 'string').slice(0, MAX_GROUPS),
  };
}

/**
 * The provider of OpenID Connect with which members sign in. It is asked for its addresses when
 * they are first needed, so the server starts without it.
 */
export function createProvider({ oidc, publicUrl }: Pick<Config, 'oidc' | 'publicUrl'>, clock: () => number) {
  const providerFetch = createProviderFetch(clock);
  const issuer = new URL(oidc.issuer);
  const redirectUri = publicUrl + CALLBACK_PATH;
  let discovered: { readonly until: number; readonly configuration: Promise<client.Configuration> } | undefined;

  const authenticate: client.ClientAuth = (server, metadata, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const { clientSecret: secret } = oidc;
    const method =
      secret === ''
        ? client.None()
        : methods.includes('client_secret_basic')
          ? client.ClientSecretBasic(secret)
          : client.ClientSecretPost(secret);
    method(server, metadata, body, headers);
  };

  function discover(): Promise<client.Configuration> {
    const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    return client.discovery(issuer, oidc.clientId, metadata, authenticate, {
      [client.customFetch]: (url, options) => providerFetch(url, options as RequestInit),
      execute: [
        // Checks the signature of each token, also of those that come over TLS.
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
  }

  /** The addresses and keys of the provider. */
  async function configuration(): Promise<client.Configuration> {
    const now = clock();
    if (discovered === undefined || now >= discovered.until) {
      const asked = { until: now + DISCOVERY_MS, configuration: discover() };
      discovered = asked;
      asked.configuration.catch(() => {
        if (discovered === asked) discovered = undefined;
      });
    }
    return discovered.configuration;
  }

  /** The keys of the provider, for its logout tokens. */
  let keys: { readonly url: string; readonly get: ReturnType<typeof createRemoteJWKSet> } | undefined;
  function keysAt(url: string) {
    if (keys?.url !== url) {
      const get = createRemoteJWKSet(new URL(url), {
        timeoutDuration: 10 * SECOND,
        [joseFetch]: (address, options) => providerFetch(address, options as RequestInit),
      });
      keys = { url, get };
    }
    return keys.get;
  }

  async function confirmationOf(
    server: client.Configuration,
    tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
    expectedSubject: string | undefined,
  ): Promise<Confirmation> {
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
        ...identityOf({ ...claims, ...(idToken && { iss: idToken.iss }) }, oidc.groupsClaim),
        verifiedEmail: verifiedEmailOf(claims.iss, [idToken ?? {}, userInfo]),
      },
      refreshToken: tokens.refresh_token,
      providerSession: textOf(idToken?.sid),
    };
  }

  return {
    /** Where a browser signs in. @throws an error that `isUnreachable` */
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
     * Exchanges the code in the query of the callback for the person who signed in.
     *
     * @throws ProviderRefusedError, an error that `isUnreachable`, or another one if a token is not
     *   valid or the code was used before
     */
    async redeem(query: string, { state, nonce, codeVerifier }: SignInAttempt): Promise<Confirmation> {
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
     * Asks whether a person may still sign in.
     *
     * @throws ProviderRefusedError if not, or any other error if the provider did not say
     */
    async confirm(refreshToken: string, subject: string): Promise<Confirmation> {
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
     * Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). The caller makes
     * sure that it works only once.
     *
     * @throws an error that `isUnreachable` if the keys of the provider cannot be read, or another
     *   one if the token is not valid
     */
    async logoutOf(token: string): Promise<Logout> {
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

function logoutIn({ events, nonce, sub, sid, jti }: JWTPayload, typ: string | undefined, issuer: string): Logout {
  // An access token or another kind of token must not end sessions.
  if (typ !== undefined && !/^(?:logout\+jwt|jwt)$/i.test(typ)) throw new Error(`the type is ${typ}`);
  const event = typeof events === 'object' && events !== null ? (events as Claims)[LOGOUT_EVENT] : undefined;
  if (typeof event !== 'object' || event === null) throw new Error('it has no logout event');
  if (nonce !== undefined) throw new Error('it has a nonce, like an ID token');
  const [subject, providerSession, tokenId] = [textOf(sub), textOf(sid), textOf(jti)];
  if (subject === undefined && providerSession === undefined) throw new Error('it has neither sub nor sid');
  if (tokenId === undefined) throw new Error('it has no jti');
  return { issuer, subject, providerSession, tokenId };
}
