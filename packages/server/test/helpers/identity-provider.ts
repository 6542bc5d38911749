import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { decodeJwt, exportJWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

const rsaKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
/** A process's providers share them: making one takes longer than a sign-in. */
let keys: { readonly right: KeyObject; readonly wrong: KeyObject } | undefined;

// For each provider, the library warns that its defaults are for tests.
for (const name of ['info', 'warn'] as const) {
  const print = console[name];
  console[name] = (...texts: unknown[]) => {
    if (!String(texts[0]).startsWith('oidc-provider ')) print(...texts);
  };
}

/** With the claims that the provider tells. */
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
  /** Signs in at the next visit. */
  person: Person | undefined;
  /** By `sub`. */
  readonly people: Map<string, Person>;
  /** Lets a server use the provider. */
  settings(publicUrl: string): Record<string, string>;
  /** While true, it closes every connection. */
  isDown: boolean;
  givesRefreshTokens: boolean;
  /** All it gave, newest last. */
  readonly refreshTokens: string[];
  /** How often a refresh token was used. */
  refreshes: number;
  /** Makes another ID token from the claims of the intended one. */
  tamper: ((claims: JWTPayload, sign: Sign) => Promise<string>) | undefined;
  /** With its own signature, or another key's of the same name. */
  readonly sign: Sign;
  /** Ends a session with a logout token. Throws Error unless the server takes it. */
  logout(sub: string, sid: string): Promise<void>;
  /** Session ids that the server heard, newest last. */
  readonly sessions: string[];
}

/** Starts a real OpenID Connect provider. Without a password, `person` is signed in at once. */
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
      // Its own dispatcher refuses this machine's addresses.
      fetch: (url, options) => fetch(url, { ...(options as object), dispatcher: undefined } as object),
      issueRefreshToken: async () => idp.givesRefreshTokens,
      rotateRefreshToken: true,
      findAccount: (_context, sub) => {
        const found = idp.people.get(sub);
        return found && { accountId: sub, claims: async () => ({ ...found }) };
      },
      // Nobody gives consent.
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
      // The types lack this method.
      const { backchannelLogout } = client as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> };
      await backchannelLogout.call(client, sub, sid);
    },
  };
  return idp;
}
