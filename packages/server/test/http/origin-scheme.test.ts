import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { cookieOf, SESSION, signIn } from '../helpers/accounts.ts';
import { assertProblem } from '../helpers/assert-problem.ts';
import { aMember, PASSWORD } from '../helpers/builders.ts';
import { startServer } from '../helpers/harness.ts';

const ACCOUNT = '/api/v1/team/account';

/** How requests arrive, and the scheme of the server's own pages. */
interface Route {
  readonly env?: Record<string, string>;
  /** X-Forwarded-Proto of a proxy, or of a client that pretends to be one. */
  readonly forwarded?: string;
  readonly ownScheme: 'http' | 'https';
}

const ROUTES: Readonly<Record<string, Route>> = {
  'without a proxy': { ownScheme: 'http' },
  'through a trusted proxy with HTTPS': {
    env: { TRUST_PROXY: '1' },
    forwarded: 'https',
    ownScheme: 'https',
  },
  'through a trusted proxy with HTTP': {
    env: { TRUST_PROXY: 'loopback' },
    forwarded: 'http',
    ownScheme: 'http',
  },
  'with X-Forwarded-Proto from a client that is not a trusted proxy': { forwarded: 'https', ownScheme: 'http' },
};

/** Acts as an old browser: only Origin says which page sends the request. */
async function oldBrowser(t: TestContext, { env = {}, forwarded }: Route) {
  const server = await startServer(t, { env });
  const { email } = await aMember(server, 'viewer', { name: 'Ada' });
  const proxy: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-proto': forwarded };
  const cookie = cookieOf(await signIn(server, email, PASSWORD, { headers: proxy }));
  const { host } = new URL(server.url);
  const send = (method: string, path: string, origin: string, body?: object) =>
    server.call(method, path, { headers: { ...proxy, cookie, origin }, body });
  return {
    host,
    send,
    signIn: (origin: string) => signIn(server, email, PASSWORD, { headers: { ...proxy, origin } }),
    name: async () => (await server.call('GET', SESSION, { headers: { ...proxy, cookie } })).body.member.name,
  };
}

for (const [name, route] of Object.entries(ROUTES)) {
  suite(name, () => {
    const { ownScheme } = route;
    const otherScheme = ownScheme === 'http' ? 'https' : 'http';

    test(`an ${otherScheme} page of the same host cannot write with a member's cookie`, async (t) => {
      const { host, send, signIn, name } = await oldBrowser(t, route);
      const origin = `${otherScheme}://${host}`;
      for (const [method, path, body] of [
        ['PATCH', ACCOUNT, { name: 'Forged' }],
        ['POST', `${ACCOUNT}/totp`, undefined],
        ['DELETE', SESSION, undefined],
      ] as const) {
        assertProblem(await send(method, path, origin, body), 403, 'cross-site', path);
      }
      assertProblem(await signIn(origin), 403, 'cross-site', SESSION);
      assert.equal(await name(), 'Ada', 'nothing changed, and the session still works');
      const read = await send('GET', SESSION, origin);
      assertProblem(read, 403, 'cross-site', SESSION);
      assert.equal(read.headers.get('access-control-allow-origin'), null);
    });

    test(`an ${ownScheme} page of the same host can write, and one of another port cannot`, async (t) => {
      const { host, send, signIn, name } = await oldBrowser(t, route);
      const renamed = await send('PATCH', ACCOUNT, `${ownScheme}://${host}`, { name: 'Ada Lovelace' });
      assert.equal(renamed.status, 200, renamed.text);
      assert.equal((await signIn(`${ownScheme}://${host}`)).status, 200);
      const [hostname] = host.split(':');
      for (const other of [`${ownScheme}://${hostname}`, `${ownScheme}://${hostname}:1`]) {
        assertProblem(await send('PATCH', ACCOUNT, other, { name: 'Forged' }), 403, 'cross-site', ACCOUNT);
      }
      assert.equal(await name(), 'Ada Lovelace');
    });
  });
}
