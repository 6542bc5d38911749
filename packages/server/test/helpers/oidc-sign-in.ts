import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Role } from '@player-support/contract/enums';
import { parseSetCookie } from 'cookie';
import { team } from './builders.ts';
import { call, type Reply } from './call.ts';
import { freePort } from './free-port.ts';
import { type StartOptions, startServer, type TestServer } from './harness.ts';
import { anIdentityProvider, CALLBACK, type IdentityProvider, type Person } from './identity-provider.ts';

export interface OidcServer {
  readonly server: TestServer;
  readonly idp: IdentityProvider;
}

export async function anOidcServer(
  t: Pick<TestContext, 'after'>,
  env: StartOptions['env'] = {},
  config: StartOptions['config'] = {},
): Promise<OidcServer> {
  const port = Number(await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  const idp = await anIdentityProvider(t, publicUrl);
  const server = await startServer(t, { port, env: { ...idp.settings(publicUrl), ...env }, config });
  return { server, idp };
}

let count = 0;

/** Signs in at the next visit. */
export function aPerson({ idp }: Pick<OidcServer, 'idp'>, claims: Partial<Person> = {}): Person {
  const number = ++count;
  const person = {
    sub: `person-${number}`,
    email: `person-${number}@studio.example`,
    email_verified: true,
    name: `Person ${number}`,
    ...claims,
  };
  idp.people.set(person.sub, person);
  idp.person = person;
  return person;
}

/** The cookies of a browser, as it sends them. */
class Cookies {
  readonly #values = new Map<string, string>();

  store(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const { name, value = '' } = parseSetCookie(line);
      if (value === '') this.#values.delete(name);
      else this.#values.set(name, value);
    }
  }

  header(): string {
    return Array.from(this.#values, ([name, value]) => `${name}=${value}`).join('; ');
  }
}

const START = '/api/v1/team/oidc/start';

/** A browser without pages: it follows redirects, and keeps cookies for each server. */
export class OidcBrowser {
  readonly #cookies = { server: new Cookies(), provider: new Cookies() };
  readonly #url: string;

  constructor(server: Pick<TestServer, 'url'>) {
    this.#url = server.url;
  }

  get cookie(): string {
    return this.#cookies.server.header();
  }

  /** `url`: another node. */
  async open(path: string, url = this.#url): Promise<Reply> {
    // The console leads to the provider, and the provider back.
    const site = path.startsWith(START) ? 'same-origin' : 'cross-site';
    const headers = { cookie: this.cookie, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
    const reply = await call(url, 'GET', path, { headers });
    this.#cookies.server.store(reply.headers);
    return reply;
  }

  /** Returns the address at the provider. */
  async start(): Promise<string> {
    const reply = await this.open(START);
    assert.equal(reply.status, 303, reply.text);
    return reply.headers.get('location') ?? '';
  }

  /** Signs in at the provider. Returns the callback's path and query. */
  async visit(address: string): Promise<string> {
    let next = address;
    for (let step = 0; step < 10; step++) {
      const cookie = this.#cookies.provider.header();
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
      await response.body?.cancel();
      this.#cookies.provider.store(response.headers);
      const location = response.headers.get('location');
      assert.ok(location !== null, `the provider answered ${response.status} at ${next}`);
      const { href, pathname, search } = new URL(location, next);
      if (pathname === CALLBACK) return pathname + search;
      next = href;
    }
    return assert.fail('too many redirects');
  }

  async signIn(): Promise<Reply> {
    return this.open(await this.visit(await this.start()));
  }
}

export async function aSignedInBrowser(one: OidcServer, person: Person): Promise<OidcBrowser> {
  one.idp.person = person;
  const browser = new OidcBrowser(one.server);
  const reply = await browser.signIn();
  assert.equal(reply.headers.get('location'), '/', `${reply.text}\n${one.server.log.join('')}`);
  return browser;
}

/** The person has not signed in yet. */
export async function anInvitedPerson(
  one: OidcServer,
  { role = 'agent', ...claims }: Partial<Person> & { role?: Role } = {},
): Promise<Person> {
  const person = aPerson(one, claims);
  const { status, text } = await team(one.server, 'POST', '/invitations', { email: person.email, role });
  assert.equal(status, 201, text);
  return person;
}
