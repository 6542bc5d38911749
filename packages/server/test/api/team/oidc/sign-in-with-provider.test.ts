import assert from 'node:assert/strict';
import { request } from 'node:http';
import { suite, test } from 'node:test';
import type { Role } from '@player-support/contract/enums';
import type { JWTPayload } from 'jose';
import { HOUR, MINUTE } from '../../../../src/domain/time.ts';
import { getSession, lastEntry, SESSION, signIn } from '../../../helpers/accounts.ts';
import { assertLimited, assertProblem } from '../../../helpers/assert-problem.ts';
import { aChallenge, withPasskey } from '../../../helpers/authenticator.ts';
import { aMember, aProject, fromOwnPage, team } from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { openStream } from '../../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { CALLBACK, CLIENT_ID } from '../../../helpers/identity-provider.ts';
import {
  anInvitedPerson,
  anOidcServer,
  aPerson,
  aSignedInBrowser,
  OidcBrowser,
  type OidcServer,
} from '../../../helpers/oidc-sign-in.ts';
import { withTotp } from '../../../helpers/things.ts';

const START = '/api/v1/team/oidc/start';

/** Expects this failure on the sign-in page, and no session. */
function assertFailed(reply: Reply, failure: string): void {
  assert.deepEqual([reply.status, reply.headers.get('location')], [303, `/sign-in?failed=${failure}`], reply.text);
  const cookies = reply.headers.getSetCookie().filter((line) => !line.startsWith('player-support-oidc=;'));
  assert.deepEqual(cookies, []);
}

/** Checks that the operator can read why the last sign-in failed. */
function assertLogged({ server }: OidcServer, reason: string): void {
  const warning = server.log.map((line) => JSON.parse(line)).findLast(({ level }) => level === 40);
  assert.equal(warning?.msg, 'a sign-in with the provider failed');
  const { reason: logged } = warning;
  assert.ok(logged.includes(reason), logged);
}

const now = () => Math.floor(Date.now() / 1000);

const members = async (server: TestServer) => (await team(server, 'GET', '/members')).body.members;

const memberOf = async (server: TestServer, browser: OidcBrowser) =>
  (await getSession(server, browser.cookie)).body.member;

/** Signs in with the provider in a new browser. */
const attempt = ({ server }: OidcServer) => new OidcBrowser(server).signIn();

suite('the way to the provider and back', () => {
  test('the address at the provider has state, nonce and PKCE, and no secret', async (t) => {
    const { server, idp } = await anOidcServer(t);
    const browser = new OidcBrowser(server);
    const reply = await browser.open(START);
    const url = new URL(reply.headers.get('location') ?? '');
    assert.equal(url.origin, idp.issuer);
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(url.searchParams);
    for (const value of [state, nonce, code_challenge]) assert.match(value ?? '', /^[\w-]{43}$/);
    assert.equal(new Set([state, nonce, code_challenge]).size, 3);
    assert.deepEqual(rest, {
      client_id: CLIENT_ID,
      redirect_uri: server.url + CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    const [cookie = ''] = reply.headers.getSetCookie();
    assert.match(
      cookie,
      /^player-support-oidc=[\w-]{43}; Path=\/; Expires=Thu, 01 Jan 2026 12:10:00 GMT; HttpOnly; SameSite=Lax$/,
    );
    assert.ok(!url.href.includes(browser.cookie.split('=')[1] ?? ''));
  });

  test('behind a proxy with TLS the cookie is bound to the host and to TLS', async (t) => {
    const { server } = await anOidcServer(t, { TRUST_PROXY: '1' });
    const { headers } = await server.call('GET', START, { headers: { 'x-forwarded-proto': 'https' } });
    assert.match(
      headers.get('set-cookie') ?? '',
      /^__Host-player-support-oidc=[\w-]{43}; Path=\/; .*HttpOnly; Secure;/,
    );
  });

  test('a page of another site cannot begin a sign-in', async (t) => {
    const { server } = await anOidcServer(t);
    const start = (site: string) => server.call('GET', START, { headers: { 'sec-fetch-site': site } });
    for (const site of ['cross-site', 'same-site']) assertFailed(await start(site), 'failed');
    for (const site of ['same-origin', 'none']) {
      assert.match((await start(site)).headers.get('location') ?? '', /^http.*code_challenge=/);
    }
  });

  test('over plain HTTP from another machine nothing begins', async (t) => {
    const { server } = await anOidcServer(t);
    const { port } = new URL(server.url);
    const headers = { host: 'support.example' };
    const location = await new Promise((resolve) => {
      request({ port, path: START, headers }, (response) => {
        response.resume();
        resolve([response.headers.location, response.headers['set-cookie']]);
      }).end();
    });
    assert.deepEqual(location, ['/sign-in?failed=failed', undefined]);
  });

  test('the session cookie is that of a sign-in with a password, and leads into the console', async (t) => {
    const one = await anOidcServer(t);
    const person = await anInvitedPerson(one);
    one.idp.person = person;
    const reply = await attempt(one);
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, '/']);
    const [old = '', session = '', browser = ''] = reply.headers.getSetCookie();
    assert.match(old, /^player-support-oidc=; Path=\/; Expires=Thu, 01 Jan 1970/);
    assert.match(
      session,
      /^player-support=[\w-]{43}; Path=\/; Expires=Thu, 15 Jan 2026 12:00:00 GMT; HttpOnly; SameSite=Lax$/,
    );
    assert.match(browser, /^player-support-browser=[\w-]{43}; /);
  });

  test('another state, no cookie, or the callback of another browser', async (t) => {
    const one = await anOidcServer(t);
    await anInvitedPerson(one);
    const [own, other] = [new OidcBrowser(one.server), new OidcBrowser(one.server)];
    const callback = await own.visit(await own.start());
    assertFailed(await new OidcBrowser(one.server).open(callback), 'expired');
    await other.start();
    assertFailed(await other.open(callback), 'expired');
    const changed = callback.replace(/state=[\w-]{4}/, 'state=AAAA');
    assert.notEqual(changed, callback);
    assertFailed(await own.open(changed), 'expired');
    assert.deepEqual(await members(one.server), []);
  });

  test('a code works once, even with the cookie of its attempt', async (t) => {
    const one = await anOidcServer(t);
    await anInvitedPerson(one);
    const browser = new OidcBrowser(one.server);
    const callback = await browser.visit(await browser.start());
    const { cookie } = browser;
    const replay = () => one.server.call('GET', callback, { headers: { cookie } });
    assert.equal((await replay()).headers.get('location'), '/');
    assertFailed(await replay(), 'failed');
  });

  test('a HEAD request does not use up the code', async (t) => {
    const one = await anOidcServer(t);
    await anInvitedPerson(one);
    const browser = new OidcBrowser(one.server);
    const callback = await browser.visit(await browser.start());
    const { status } = await one.server.call('HEAD', callback, { headers: { cookie: browser.cookie } });
    assert.equal(status, 404);
    assert.equal((await browser.open(callback)).headers.get('location'), '/');
  });

  test('another nonce than that of the attempt', async (t) => {
    const one = await anOidcServer(t);
    await anInvitedPerson(one);
    const browser = new OidcBrowser(one.server);
    const address = new URL(await browser.start());
    address.searchParams.set('nonce', 'that of somebody else');
    assertFailed(await browser.open(await browser.visit(address.href)), 'failed');
  });

  for (const [title, changes] of [
    ['for another client', { aud: 'another-client' }],
    ['of another issuer', { iss: 'https://login.example' }],
    ['that has expired', { exp: now() - 120 }],
    ['that is not valid yet', { nbf: now() + 3600 }],
    ['without a subject', { sub: undefined }],
    ['about another person than the provider describes', { sub: 'somebody-else' }],
  ] satisfies [string, JWTPayload | { sub: undefined }][]) {
    test(`an ID token ${title}`, async (t) => {
      const one = await anOidcServer(t);
      await anInvitedPerson(one);
      one.idp.tamper = (claims, sign) => sign(JSON.parse(JSON.stringify({ ...claims, ...changes })));
      assertFailed(await attempt(one), 'failed');
      assert.deepEqual(await members(one.server), []);
    });
  }

  test('an ID token with the signature of another key, or with none', async (t) => {
    const one = await anOidcServer(t);
    await anInvitedPerson(one);
    one.idp.tamper = (claims, sign) => sign(claims, { withOtherKey: true });
    assertFailed(await attempt(one), 'failed');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    one.idp.tamper = async (claims) => `${none}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
    assertFailed(await attempt(one), 'failed');
    // The right key.
    one.idp.tamper = (claims, sign) => sign(claims);
    assert.equal((await attempt(one)).headers.get('location'), '/');
  });

  test('the person says no at the provider', async (t) => {
    const one = await anOidcServer(t);
    one.idp.person = undefined;
    assertFailed(await attempt(one), 'refused');
  });

  test('404 without a provider, and 429 for an address that asks too often', async (t) => {
    const off = await startServer(t);
    assertProblem(await off.call('GET', START), 404, 'not-found', START);
    assertProblem(await off.call('GET', CALLBACK), 404, 'not-found', CALLBACK);
    const { server } = await anOidcServer(t, {}, { limits: { oidcAddress: 2 } });
    for (let count = 0; count < 2; count++) assert.equal((await server.call('GET', START)).status, 303);
    assertLimited(await server.call('GET', START), START, { quota: 2, window: 60, wait: 60 });
    assertLimited(await server.call('GET', CALLBACK), CALLBACK, { quota: 2, window: 60, wait: 60 });
  });

  test('invented codes of one address soon reach the provider no more', async (t) => {
    const one = await anOidcServer(t, { RATE_LIMIT_SIGN_IN_ADDRESS: '2' });
    const browser = new OidcBrowser(one.server);
    const invent = async () => {
      const state = new URL(await browser.start()).searchParams.get('state') ?? '';
      return browser.open(`${CALLBACK}?code=invented&state=${state}&iss=${encodeURIComponent(one.idp.issuer)}`);
    };
    assertFailed(await invent(), 'failed');
    assertFailed(await invent(), 'failed');
    assertLimited(await invent(), CALLBACK, { quota: 2, window: 900, wait: 900 });
  });

  test('neither codes nor states nor tokens are logged', async (t) => {
    const one = await anOidcServer(t);
    await anInvitedPerson(one);
    const browser = new OidcBrowser(one.server);
    const callback = await browser.visit(await browser.start());
    await browser.open(callback);
    const { code = '', state = '' } = Object.fromEntries(new URLSearchParams(callback.split('?')[1]));
    const log = one.server.log.join('');
    for (const secret of [code, state, browser.cookie.split('=')[1] ?? '']) {
      assert.ok(secret.length > 20 && !log.includes(secret));
    }
  });
});

suite('who may sign in', () => {
  test('a person without an invitation or a group', async (t) => {
    const one = await anOidcServer(t, { OIDC_ROLES: 'agents=agent' });
    aPerson(one, { groups: ['players'] });
    assertFailed(await attempt(one), 'no-access');
    assert.deepEqual(await members(one.server), []);
    const failed = { action: 'OidcSignIn', actor: 'nobody', details: { failed: 'no-access' } };
    assert.deepEqual(await lastEntry(one.server), failed);
  });

  test('an invited person becomes a member, and the invitation is used up', async (t) => {
    const one = await anOidcServer(t);
    const { server } = one;
    const project = await aProject(server);
    const person = aPerson(one, { name: 'Ada' });
    const invitation = { email: person.email?.toUpperCase(), role: 'agent', projectIds: [project.id] };
    // The newest invitation counts.
    await team(server, 'POST', '/invitations', { email: person.email, role: 'viewer' });
    server.clock.advance(1000);
    assert.equal((await team(server, 'POST', '/invitations', invitation)).status, 201);
    const browser = await aSignedInBrowser(one, person);
    const member = await memberOf(server, browser);
    assert.deepEqual(member, {
      id: member.id,
      email: person.email,
      name: 'Ada',
      role: 'agent',
      projectIds: [project.id],
      disabled: false,
      totp: false,
      oidc: true,
      createdAt: new Date(server.clock.now).toISOString(),
    });
    assert.deepEqual((await team(server, 'GET', '/invitations')).body.invitations, []);
    assert.deepEqual(await lastEntry(server), {
      action: 'OidcSignIn',
      actor: member.id,
      details: { joined: 'created', role: 'agent', projectIds: [project.id] },
    });
    assert.equal((await signIn(server, person.email ?? '', '')).status, 400);
    assert.equal((await signIn(server, person.email ?? '', 'a password')).status, 401);
  });

  test('an invitation that has expired', async (t) => {
    const one = await anOidcServer(t);
    await anInvitedPerson(one);
    one.server.clock.advance(8 * 24 * 60 * MINUTE);
    assertFailed(await attempt(one), 'no-access');
  });

  test('a provider whose clock is ahead, that writes "true" as a text, and nests the groups', async (t) => {
    const one = await anOidcServer(t, { OIDC_ROLES: 'leads=admin', OIDC_GROUPS_CLAIM: 'realm_access.roles' });
    const nested = { realm_access: { roles: ['leads'] }, email_verified: 'true' };
    aPerson(one, { email_verified: undefined as never });
    const { email } = one.idp.person ?? {};
    one.idp.tamper = (claims, sign) => sign({ ...claims, ...nested, email, nbf: now() + 20, iat: now() + 20 });
    assert.equal((await attempt(one)).headers.get('location'), '/', one.server.log.join());
    assert.deepEqual((await lastEntry(one.server)).details, { joined: 'created', role: 'admin', projectIds: null });
  });

  test('an address that the provider has not verified: neither an invited person nor a member', async (t) => {
    const one = await anOidcServer(t, { OIDC_ROLES: 'agents=agent' });
    for (const claims of [
      { email_verified: false },
      { email_verified: 'false' as never },
      { email_verified: undefined },
      { email: undefined, groups: ['agents'] },
    ] as Partial<Parameters<typeof aPerson>[1] & object>[]) {
      const owner = await aMember(one.server, 'owner');
      const invited = `invited-${owner.email}`;
      await team(one.server, 'POST', '/invitations', { email: invited, role: 'admin' });
      const before = await members(one.server);
      for (const email of [owner.email, invited]) {
        aPerson(one, { email, ...claims } as Partial<Parameters<typeof aPerson>[1] & object>);
        assertFailed(await attempt(one), 'unverified');
        assert.deepEqual(await members(one.server), before);
      }
    }
  });

  test('a member with the same verified address is linked at the first sign-in, and found without it later', async (t) => {
    const one = await anOidcServer(t);
    const member = await aMember(one.server, 'admin');
    const person = aPerson(one, { email: member.email.toUpperCase() });
    assert.equal((await memberOf(one.server, await aSignedInBrowser(one, person))).id, member.id);
    const linked = { action: 'OidcSignIn', actor: member.id, details: { joined: 'linked' } };
    assert.deepEqual(await lastEntry(one.server), linked);
    person.email = 'married@studio.example';
    person.email_verified = false;
    one.server.clock.advance(1);
    const found = await memberOf(one.server, await aSignedInBrowser(one, person));
    assert.deepEqual([found.id, found.email], [member.id, member.email]);
    assert.deepEqual((await lastEntry(one.server)).details, {});
  });

  test('another account with the address of a linked member, until an admin takes the old account away', async (t) => {
    const one = await anOidcServer(t);
    const member = await aMember(one.server, 'agent');
    const before = await aSignedInBrowser(one, aPerson(one, { email: member.email }));
    const successor = aPerson(one, { email: member.email });
    assertFailed(await attempt(one), 'other-account');
    assert.equal((await lastEntry(one.server)).details.failed, 'other-account');
    // The wrong person must not sign out the right one.
    assert.equal((await getSession(one.server, before.cookie)).status, 200);
    const taken = await team(one.server, 'PATCH', `/members/${member.id}`, { oidc: false });
    assert.deepEqual([taken.status, taken.body.oidc], [200, false]);
    assert.deepEqual((await lastEntry(one.server)).details, { oidc: false });
    assert.equal((await getSession(one.server, before.cookie)).status, 401);
    assert.equal((await memberOf(one.server, await aSignedInBrowser(one, successor))).id, member.id);
  });

  test('a disabled member, whether linked or not', async (t) => {
    const one = await anOidcServer(t, { OIDC_ROLES: 'agents=agent' });
    const [linked, other] = [await aMember(one.server), await aMember(one.server)];
    await aSignedInBrowser(one, aPerson(one, { email: linked.email, groups: ['agents'] }));
    const people = [one.idp.person, aPerson(one, { email: other.email, groups: ['agents'] })];
    for (const [index, { id }] of [linked, other].entries()) {
      await team(one.server, 'PATCH', `/members/${id}`, { disabled: true });
      one.server.clock.advance(1);
      one.idp.person = people[index];
      assertFailed(await attempt(one), 'disabled');
      assert.deepEqual(await lastEntry(one.server), {
        action: 'OidcSignIn',
        actor: id,
        details: { failed: 'disabled' },
      });
    }
  });

  test('a long or hostile name is cut, and a missing one is the address', async (t) => {
    const one = await anOidcServer(t);
    const hostile = await anInvitedPerson(one, { name: `<b>\u202E${'x'.repeat(200)}` });
    const nameless = await anInvitedPerson(one, { name: '   ' });
    const broken = await anInvitedPerson(one, { name: 'a\0b' });
    const shown = async (person: typeof hostile) =>
      (await memberOf(one.server, await aSignedInBrowser(one, person))).name;
    assert.equal((await shown(hostile)).length, 100);
    assert.equal(await shown(nameless), nameless.email);
    assert.equal(await shown(broken), broken.email);
  });
});

suite('groups', () => {
  const roles = (projectId: string) => ({
    OIDC_ROLES: `agents=agent:${projectId};leads=admin;bosses=owner`,
  });

  test('a group gives a role and projects without an invitation, and other members see it at once', async (t) => {
    const one = await anOidcServer(t, roles('prj_1'));
    const listener = await openStream(t, one.server);
    const person = aPerson(one, { groups: ['players', 'agents'] });
    const { role, projectIds } = await memberOf(one.server, await aSignedInBrowser(one, person));
    assert.deepEqual([role, projectIds], ['agent', ['prj_1']]);
    const details = { joined: 'created', role: 'agent', projectIds: ['prj_1'] };
    assert.deepEqual((await lastEntry(one.server)).details, details);
    await listener.received(({ name, data }) => name === 'settings' && data.what === 'members');
  });

  test('the groups of the next sign-in count, also against what an admin set, and end what was granted', async (t) => {
    const one = await anOidcServer(t, roles('prj_1'));
    await aMember(one.server, 'owner');
    const person = aPerson(one, { groups: ['leads'] });
    const lead = await memberOf(one.server, await aSignedInBrowser(one, person));
    assert.equal(lead.role, 'admin');
    await team(one.server, 'PATCH', `/members/${lead.id}`, { role: 'viewer' });
    one.server.clock.advance(1);
    assert.equal((await memberOf(one.server, await aSignedInBrowser(one, person))).role, 'admin');
    assert.deepEqual((await lastEntry(one.server)).details, { role: 'admin', projectIds: null });
    const startsAt = new Date(one.server.clock.now + HOUR).toISOString();
    const body = { projectId: (await aProject(one.server)).id, title: 'Sale', body: 'Soon.', startsAt };
    const headers = fromOwnPage((await aSignedInBrowser(one, person)).cookie);
    assert.equal((await one.server.call('POST', '/api/v1/team/announcements', { headers, body })).status, 201);
    person.groups = ['agents'];
    one.server.clock.advance(1);
    const agent = await memberOf(one.server, await aSignedInBrowser(one, person));
    assert.equal((await lastEntry(one.server)).details.withheldAnnouncements, 1);
    assert.deepEqual([agent.id, agent.role, agent.projectIds], [lead.id, 'agent', ['prj_1']]);
  });

  test('who is in no group any more, and the sessions of before', async (t) => {
    const one = await anOidcServer(t, roles('prj_1'));
    const person = aPerson(one, { groups: ['agents'] });
    const before = await aSignedInBrowser(one, person);
    const { id } = await memberOf(one.server, before);
    person.groups = [];
    one.server.clock.advance(1);
    assertFailed(await attempt(one), 'no-access');
    assert.deepEqual(await lastEntry(one.server), {
      action: 'OidcSignIn',
      actor: id,
      details: { failed: 'no-access' },
    });
    assert.equal((await getSession(one.server, before.cookie)).status, 401);
  });

  test('an invited person in no group keeps the access that was given here', async (t) => {
    const one = await anOidcServer(t, roles('prj_1'));
    const person = await anInvitedPerson(one, { role: 'viewer', groups: [] });
    for (let count = 0; count < 2; count++) {
      assert.equal((await memberOf(one.server, await aSignedInBrowser(one, person))).role, 'viewer');
    }
  });

  test('only a group that names the role owner makes owners, and without it they are owners no more', async (t) => {
    const one = await anOidcServer(t, roles('prj_1'));
    await aMember(one.server, 'owner');
    const person = aPerson(one, { groups: ['bosses', 'leads'] });
    assert.equal((await memberOf(one.server, await aSignedInBrowser(one, person))).role, 'owner');
    person.groups = ['leads'];
    assert.equal((await memberOf(one.server, await aSignedInBrowser(one, person))).role, 'admin');
  });

  test('who was made an owner here stays one: by joining, by an invitation, or by another owner', async (t) => {
    const one = await anOidcServer(t, roles('prj_1'));
    const joined = await aMember(one.server, 'owner');
    const people = [
      aPerson(one, { email: joined.email, groups: ['agents'] }),
      await anInvitedPerson(one, { role: 'owner', groups: ['agents'] }),
      aPerson(one, { groups: ['agents'] }),
    ];
    const [, , promoted] = people;
    const { id } = await memberOf(one.server, await aSignedInBrowser(one, promoted as (typeof people)[0]));
    assert.equal((await team(one.server, 'PATCH', `/members/${id}`, { role: 'owner', projectIds: null })).status, 200);
    for (const person of people) {
      const { role, projectIds } = await memberOf(one.server, await aSignedInBrowser(one, person));
      assert.deepEqual([role, projectIds], ['owner', null], person.sub);
    }
  });

  test('the last owner of all projects stays one, although the groups say otherwise', async (t) => {
    const one = await anOidcServer(t, roles('prj_1'));
    const person = aPerson(one, { groups: ['bosses'] });
    await aSignedInBrowser(one, person);
    person.groups = ['leads'];
    assert.equal((await memberOf(one.server, await aSignedInBrowser(one, person))).role, 'owner');
    await aMember(one.server, 'owner');
    assert.equal((await memberOf(one.server, await aSignedInBrowser(one, person))).role, 'admin');
  });
});

suite('passwords beside the provider', () => {
  test('an owner signs in with the password while the provider is down, and others are told', async (t) => {
    const one = await anOidcServer(t);
    one.idp.isDown = true;
    const owner = await aMember(one.server, 'owner');
    assertFailed(await one.server.call('GET', START), 'unavailable');
    assertLogged(one, 'The provider does not respond');
    assert.equal((await signIn(one.server, owner.email)).status, 200);
    const agent = await aMember(one.server, 'agent');
    const refused = await signIn(one.server, agent.email);
    assertProblem(refused, 403, 'forbidden', SESSION);
    assert.match(refused.body.detail, /Sign in with Studio/);
    const entry = { action: 'SignIn', actor: agent.id, details: { failed: 'password-off' } };
    one.server.clock.advance(1);
    await signIn(one.server, agent.email);
    assert.deepEqual(await lastEntry(one.server), entry);
    // A wrong password reveals nothing about the member.
    assert.equal((await signIn(one.server, agent.email, 'wrong')).status, 401);
    one.idp.isDown = false;
    one.server.clock.advance(10_000);
    const location = (await one.server.call('GET', START)).headers.get('location') ?? '';
    assert.ok(location.startsWith(one.idp.issuer), location);
  });

  test('the provider goes down between the two steps', async (t) => {
    const one = await anOidcServer(t);
    await anInvitedPerson(one);
    const browser = new OidcBrowser(one.server);
    const callback = await browser.visit(await browser.start());
    one.idp.isDown = true;
    assertFailed(await browser.open(callback), 'unavailable');
    assertLogged(one, 'The provider does not respond');
  });

  test('an invitation or a password link gives no way around the provider, except to owners', async (t) => {
    const one = await anOidcServer(t);
    const ACCEPT = '/api/v1/team/invitations/accept';
    const accept = (token: string) =>
      one.server.call('POST', ACCEPT, { body: { token, name: 'Ada', password: 'a long password of Ada' } });
    const link = async (role: string) =>
      (await team(one.server, 'POST', '/invitations', { email: `${role}@studio.example`, role })).body.token;
    assertProblem(await accept(await link('agent')), 403, 'forbidden', ACCEPT);
    assert.equal((await accept(await link('owner'))).status, 201);
    const owner = await aMember(one.server, 'owner');
    const agent = await aMember(one.server, 'agent');
    const forgot = (await owner.call('POST', `/members/${agent.id}/password-link`)).body.token;
    assertProblem(await accept(forgot), 403, 'forbidden', ACCEPT);
  });

  test('a passkey is no way around the provider, except for owners', async (t) => {
    const one = await anOidcServer(t);
    const PATH = '/api/v1/team/session/passkey';
    const use = async (role: Role) => {
      const member = await aMember(one.server, role);
      const device = await withPasskey(one.server, member);
      const passkey = device.answer(one.server.url, { challenge: await aChallenge(one.server) });
      return { member, reply: await one.server.call('POST', PATH, { body: { passkey } }) };
    };
    assert.equal((await use('owner')).reply.status, 200);
    one.server.clock.advance(1);
    const { member, reply } = await use('admin');
    assertProblem(reply, 403, 'forbidden', PATH);
    assert.deepEqual(reply.headers.getSetCookie(), []);
    const entry = { action: 'SignInWithPasskey', actor: member.id, details: { failed: 'password-off' } };
    assert.deepEqual(await lastEntry(one.server), entry);
  });

  test('a second factor that the owners require is up to the provider, except with a password', async (t) => {
    const one = await anOidcServer(t);
    const owner = await aMember(one.server, 'owner');
    await withTotp(one.server, owner);
    assert.equal((await owner.call('PATCH', '/settings', { secondFactorRequired: true })).status, 200);
    const browser = await aSignedInBrowser(one, await anInvitedPerson(one));
    assert.equal((await getSession(one.server, browser.cookie)).body.secondFactorMissing, false);
    const headers = { cookie: browser.cookie };
    assert.equal((await one.server.call('GET', '/api/v1/team/tickets', { headers })).status, 200);
    const other = await aMember(one.server, 'owner');
    assert.equal((await other.call('GET', '/tickets')).status, 403);
  });

  test('every member has a password if the operator wants it so', async (t) => {
    const { server } = await anOidcServer(t, { OIDC_PASSWORDS: 'all' });
    const agent = await aMember(server, 'agent');
    assert.equal((await signIn(server, agent.email)).status, 200);
  });
});
