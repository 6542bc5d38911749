import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { decodeJwt, exportJWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

const rsaKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
/** All providers of a process share them: to make one takes longer than a sign-in. */
let keys: { readonly right: KeyObject; readonly wrong: KeyObject } | undefined;

// The library says for each provider that its defaults are made for tests.
for (const name of ['info', 'warn'] as const) {
  const print = console[name];
  console[name] = (...texts: unknown[]) => {
    if (!String(texts[0]).startsWith('oidc-provider ')) print(...texts);
  };
}

/** A person at the provider, with the claims that it tells. */
export interface Person {
  readonly sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export const CLIENT_ID = 'player-support';
const CLIENT_SECRET = 'a secret of the tests, which has 32 or more characters';
export const CALLBACK = '/api/v1/team/oidc/callback';
const KEY_ID = 'key of the tests';

type Sign = (
  claims: JWTPayload,
  options?: { readonly typ?: string; readonly withOtherKey?: boolean },
) => Promise<string>;

export interface IdentityProvider {
  readonly issuer: string;
  /** Who signs in at the next visit. */
  person: Person | undefined;
  /** Everybody who can sign in, by `sub`. */
  readonly people: Map<string, Person>;
  /** Settings of a server that uses it. */
  settings(publicUrl: string): Record<string, string>;
  /** While true, it closes every connection. */
  isDown: boolean;
  /** Whether it gives refresh tokens. */
  givesRefreshTokens: boolean;
  /** All that it gave, the newest last. */
  readonly refreshTokens: string[];
  /** How often the server asked it with a refresh token. */
  refreshes: number;
  /** Makes another ID token of the claims of the one that it would issue. */
  tamper: ((claims: JWTPayload, sign: Sign) => Promise<string>) | undefined;
  /** A token with its signature, or with that of another key of the same name. */
  readonly sign: Sign;
  /** Sends a logout token to the server for a session. @throws Error unless the server takes it */
  logout(sub: string, sid: string): Promise<void>;
  /** The ids of the sessions that the provider has told to the server, the newest last. */
  readonly sessions: string[];
}

/**
 * Starts a real provider of OpenID Connect on this machine. It asks for no password: `person` is
 * signed in at once.
 */
export async function anIdentityProvider(t: Pick<TestContext, 'after'>, publicUrl: string): Promise<IdentityProvider> {
  const listener = createServer((request, response) => void handle(request, response));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => {
    listener.close();
    listener.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  keys ??= { right: rsaKey(), wrong: rsaKey() };
  const { right, wrong } = keys;

  const provider = new Provider(issuer, configurationOf(await exportJWK(right)));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (idp.isDown) return void request.socket.destroy();
    if (!request.url?.startsWith('/interaction/')) return void requests(request, response);
    // The page that would ask for the password.
    if (idp.person === undefined) {
      const result = { error: 'access_denied', error_description: 'The person said no.' };
      return provider.interactionFinished(request, response, result);
    }
    return provider.interactionFinished(request, response, { login: { accountId: idp.person.sub } });
  }

  function configurationOf(key: object): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [publicUrl + CALLBACK],
          grant_types: ['authorization_code', 'refresh_token'],
          backchannel_logout_uri: `${publicUrl}/api/v1/team/oidc/back-channel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [{ ...key, kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['tests'] },
      claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      // Its own dispatcher refuses addresses of this machine.
      fetch: (url, options) => fetch(url, { ...(options as object), dispatcher: undefined } as object),
      issueRefreshToken: async () => idp.givesRefreshTokens,
      rotateRefreshToken: true,
      findAccount: (_context, sub) => {
        const found = idp.people.get(sub);
        return found && { accountId: sub, claims: async () => ({ ...found }) };
      },
      // Nobody is asked for consent.
      loadExistingGrant: async (context) => {
        const { client, session, params } = context.oidc;
        const grant = new context.oidc.provider.Grant({
          clientId: client?.clientId ?? '',
          accountId: session?.accountId ?? '',
        });
        grant.addOIDCScope(String(params?.scope));
        await grant.save();
        return grant;
      },
    };
  }

  provider.use(async (context, next) => {
    await next();
    if (context.path !== '/token') return;
    if (context.oidc.params?.grant_type === 'refresh_token') idp.refreshes++;
    const body = context.body as { id_token?: string; refresh_token?: string };
    if (body?.id_token === undefined) return;
    const claims = decodeJwt(body.id_token);
    if (typeof claims.sid === 'string') idp.sessions.push(claims.sid);
    if (body.refresh_token !== undefined) idp.refreshTokens.push(body.refresh_token);
    if (idp.tamper !== undefined) body.id_token = await idp.tamper(claims, idp.sign);
  });
  const requests = provider.callback();

  const idp: IdentityProvider = {
    issuer,
    person: undefined,
    people: new Map(),
    isDown: false,
    givesRefreshTokens: true,
    refreshTokens: [],
    refreshes: 0,
    tamper: undefined,
    settings: (url) => ({
      PUBLIC_URL: url,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Studio',
    }),
    sign: (claims, { typ, withOtherKey = false } = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, ...(typ === undefined ? {} : { typ }) })
        .sign(withOtherKey ? wrong : right),
    sessions: [],
    logout: async (sub, sid) => {
      const client = await provider.Client.find(CLIENT_ID);
      // The types lack this method of the provider.
      const { backchannelLogout } = client as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> };
      await backchannelLogout.call(client, sub, sid);
    },
  };
  return idp;
}
