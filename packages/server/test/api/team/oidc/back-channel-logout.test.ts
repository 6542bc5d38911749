import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { JWTPayload } from 'jose';
import { getSession, lastEntry } from '../../../helpers/accounts.ts';
import { assertInvalid, assertLimited, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember } from '../../../helpers/builders.ts';
import { call } from '../../../helpers/call.ts';
import { openStream } from '../../../helpers/event-streams.ts';
import { startServer } from '../../../helpers/harness.ts';
import { CLIENT_ID } from '../../../helpers/identity-provider.ts';
import { anInvitedPerson, anOidcServer, aSignedInBrowser, type OidcServer } from '../../../helpers/oidc-sign-in.ts';

const PATH = '/api/v1/team/oidc/back-channel-logout';
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

const send = ({ server }: OidcServer, token: string) =>
  call(server.url, 'POST', PATH, {
    raw: new URLSearchParams({ logout_token: token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const seconds = () => Math.floor(Date.now() / 1000);

const claimsOf = ({ idp }: OidcServer, claims: JWTPayload): JWTPayload => ({
  iss: idp.issuer,
  aud: CLIENT_ID,
  iat: seconds(),
  exp: seconds() + 120,
  jti: randomUUID(),
  events: EVENTS,
  ...claims,
});

/** Signs one person in with two browsers. */
async function withTwoSessions(...options: Parameters<typeof anOidcServer>) {
  const one = await anOidcServer(...options);
  const person = await anInvitedPerson(one);
  const browsers = [await aSignedInBrowser(one, person), await aSignedInBrowser(one, person)] as const;
  const statuses = () => Promise.all(browsers.map(async ({ cookie }) => (await getSession(one.server, cookie)).status));
  const { member } = (await getSession(one.server, browsers[0].cookie)).body;
  const [first = '', second = ''] = one.idp.sessions;
  assert.notEqual(first, second);
  return { one, person, browsers, statuses, member, sid: first };
}

suite('logout by the provider', () => {
  test('its own token ends the sessions of its session at once, with their streams', async (t) => {
    const { one, person, browsers, statuses, member, sid } = await withTwoSessions(t);
    const stream = await openStream(t, one.server, { headers: { cookie: browsers[0].cookie } });
    await one.idp.logout(person.sub, sid);
    await stream.endsSoon();
    assert.deepEqual(await statuses(), [401, 200]);
    assert.deepEqual(await lastEntry(one.server), { action: 'OidcLogout', actor: 'provider', details: {} });
    assert.equal(member.email, person.email);
  });

  test('a token about a person ends all sessions that began at the provider, and no others', async (t) => {
    const { one, person, statuses } = await withTwoSessions(t);
    const colleague = await aSignedInBrowser(one, await anInvitedPerson(one));
    const owner = await aMember(one.server, 'owner');
    const token = await one.idp.sign(claimsOf(one, { sub: person.sub }), { typ: 'logout+jwt' });
    const reply = await send(one, token);
    assert.deepEqual([reply.status, reply.text, reply.headers.get('cache-control')], [200, '', 'no-store']);
    assert.deepEqual(await statuses(), [401, 401]);
    for (const { cookie } of [colleague, owner]) assert.equal((await getSession(one.server, cookie)).status, 200);
  });

  test('a token works once, also after the person has signed in again', async (t) => {
    const { one, person } = await withTwoSessions(t);
    const token = await one.idp.sign(claimsOf(one, { sub: person.sub }));
    assert.equal((await send(one, token)).status, 200);
    const again = await aSignedInBrowser(one, person);
    const replayed = await send(one, token);
    assertInvalid(replayed, PATH, 'logout_token');
    assert.match(replayed.body.detail, /used before/);
    assert.equal((await getSession(one.server, again.cookie)).status, 200);
  });

  test('an unknown person or session is no error', async (t) => {
    const { one, statuses } = await withTwoSessions(t);
    for (const claims of [{ sub: 'nobody' }, { sid: 'nothing' }]) {
      assert.equal((await send(one, await one.idp.sign(claimsOf(one, claims)))).status, 200);
    }
    assert.deepEqual(await statuses(), [200, 200]);
  });

  for (const [title, changes] of [
    ['of another issuer', { iss: 'https://login.example' }],
    ['for another client', { aud: 'another-client' }],
    ['that is old', { iat: seconds() - 400 }],
    ['that has expired', { exp: seconds() - 60 }],
    ['of the future', { iat: seconds() + 400 }],
    ['without a time', { iat: undefined }],
    ['without an id', { jti: undefined }],
    ['without the event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    ['whose event is no object', { events: { [Object.keys(EVENTS)[0] as string]: true } }],
    ['with a nonce, like an ID token', { nonce: 'n' }],
    ['about nobody', { sub: undefined }],
  ] as [string, JWTPayload][]) {
    test(`refuses a token ${title}`, async (t) => {
      const { one, person, statuses } = await withTwoSessions(t);
      const claims = claimsOf(one, { sub: person.sub, ...changes });
      const token = await one.idp.sign(JSON.parse(JSON.stringify(claims)));
      assertInvalid(await send(one, token), PATH, 'logout_token');
      assert.deepEqual(await statuses(), [200, 200]);
      // The same claims, unchanged.
      assert.equal((await send(one, await one.idp.sign(claimsOf(one, { sub: person.sub })))).status, 200);
    });
  }

  test('refuses forged tokens, and other bodies', async (t) => {
    const { one, person, statuses } = await withTwoSessions(t);
    const claims = claimsOf(one, { sub: person.sub });
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const valid = await one.idp.sign(claims);
    const forged = [
      await one.idp.sign(claims, { withOtherKey: true }),
      await one.idp.sign(claims, { typ: 'at+jwt' }),
      `${encode({ alg: 'none' })}.${encode(claims)}.`,
      `${valid.slice(0, -8)}AAAAAAAA`,
      'no token',
      '',
    ];
    for (const token of forged) assertInvalid(await send(one, token), PATH, 'logout_token');
    const json = await one.server.call('POST', PATH, { body: { logout_token: valid } });
    assertInvalid(json, PATH, 'logout_token');
    assert.deepEqual(await statuses(), [200, 200]);
  });

  test('503 while the keys of the provider cannot be read: it can send the token again', async (t) => {
    const { one, person, statuses } = await withTwoSessions(t);
    const token = await one.idp.sign(claimsOf(one, { sub: person.sub }));
    one.idp.isDown = true;
    const refused = await send(one, token);
    assertProblem(refused, 503, 'unavailable', PATH);
    assert.equal(refused.headers.get('retry-after'), '5');
    one.idp.isDown = false;
    one.server.clock.advance(5000);
    assert.equal((await send(one, token)).status, 200);
    assert.deepEqual(await statuses(), [401, 401]);
  });

  test('404 without a provider, and 429 for an address that asks too often', async (t) => {
    const off = await startServer(t);
    assertProblem(await off.call('POST', PATH), 404, 'not-found', PATH);
    const one = await anOidcServer(t, {}, { limits: { oidcAddress: 1 } });
    assert.equal((await send(one, 'no token')).status, 400);
    assertLimited(await send(one, 'no token'), PATH, { quota: 1, window: 60, wait: 60 });
  });
});
