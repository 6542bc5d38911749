import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../../../src/domain/time.ts';
import { getSession, lastEntry } from '../../../helpers/accounts.ts';
import { aMember, anAnnouncement, aProject, fromOwnPage, team } from '../../../helpers/builders.ts';
import { openStream } from '../../../helpers/event-streams.ts';
import {
  anInvitedPerson,
  anOidcServer,
  aPerson,
  aSignedInBrowser,
  OidcBrowser,
  type OidcServer,
} from '../../../helpers/oidc-sign-in.ts';
import { cli, printed } from '../../../helpers/programs.ts';
import { queryRows } from '../../../helpers/stored-rows.ts';

const RECHECK = 15 * MINUTE;

const status = async ({ server }: OidcServer, { cookie }: OidcBrowser) => (await getSession(server, cookie)).status;

async function withAgent(...options: Parameters<typeof anOidcServer>) {
  const one = await anOidcServer(...options);
  const person = await anInvitedPerson(one);
  const browser = await aSignedInBrowser(one, person);
  return { one, person, browser, ...one };
}

suite('asking the provider again', () => {
  test('not before its time, once then, and again and again with the newest token', async (t) => {
    const { one, browser, server, idp } = await withAgent(t);
    server.clock.advance(RECHECK - 1);
    assert.deepEqual([await status(one, browser), idp.refreshes], [200, 0]);
    for (let round = 1; round <= 3; round++) {
      server.clock.advance(round === 1 ? 1 : RECHECK);
      assert.deepEqual([await status(one, browser), idp.refreshes], [200, round]);
      assert.deepEqual([await status(one, browser), idp.refreshes], [200, round]);
    }
  });

  test('also after the clock was set back', async (t) => {
    const { one, browser, server, idp } = await withAgent(t);
    server.clock.step(-DAY);
    assert.deepEqual([await status(one, browser), idp.refreshes], [200, 1]);
  });

  test('many requests at the same time ask once', async (t) => {
    const { browser, server, idp } = await withAgent(t);
    server.clock.advance(RECHECK);
    const replies = await Promise.all(Array.from({ length: 10 }, () => getSession(server, browser.cookie)));
    assert.deepEqual(
      replies.map((reply) => reply.status),
      replies.map(() => 200),
    );
    assert.equal(idp.refreshes, 1);
  });

  test('a person who was removed at the provider loses the session, and its streams end', async (t) => {
    const { one, person, browser, server, idp } = await withAgent(t);
    const { member } = (await getSession(server, browser.cookie)).body;
    const other = await aSignedInBrowser(one, await anInvitedPerson(one));
    const stream = await openStream(t, server, { headers: { cookie: browser.cookie } });
    idp.people.delete(person.sub);
    server.clock.advance(RECHECK - 1);
    assert.equal(await status(one, browser), 200);
    server.clock.advance(1);
    assert.equal(await status(one, browser), 401);
    await stream.endsSoon();
    assert.deepEqual(await lastEntry(server), {
      action: 'OidcRecheck',
      actor: member.id,
      details: { failed: 'provider' },
    });
    assert.equal(await status(one, other), 200);
    const { refreshes } = idp;
    assert.deepEqual([await status(one, browser), idp.refreshes], [401, refreshes]);
  });

  test('a console that only listens is asked about too', async (t) => {
    const { person, browser, server, idp } = await withAgent(t);
    const stream = await openStream(t, server, { headers: { cookie: browser.cookie } });
    idp.people.delete(person.sub);
    server.clock.advance(RECHECK);
    // As every 30 seconds.
    server.live.accessChanged();
    await stream.endsSoon();
  });

  test('the groups count again: a new role or project applies, and without a group the session ends', async (t) => {
    const one = await anOidcServer(t, { OIDC_ROLES: 'helpers=agent:prj_1;agents=agent;leads=admin' });
    const { server } = one;
    const person = aPerson(one, { groups: ['leads'] });
    const browser = await aSignedInBrowser(one, person);
    const { member } = (await getSession(server, browser.cookie)).body;
    const startsAt = new Date(server.clock.now + DAY).toISOString();
    const scheduled = await anAnnouncement(server, await aProject(server), { startsAt });
    const own = await server.call('PATCH', `/api/v1/team/announcements/${scheduled}`, {
      headers: fromOwnPage(browser.cookie),
      body: { title: 'Sale' },
    });
    assert.equal(own.status, 200, own.text);
    person.groups = ['agents'];
    server.clock.advance(RECHECK);
    assert.equal((await getSession(server, browser.cookie)).body.member.role, 'agent');
    const details = { role: 'agent', projectIds: null, withheldAnnouncements: 1 };
    assert.deepEqual(await lastEntry(server), { action: 'OidcRecheck', actor: member.id, details });
    person.groups = ['helpers'];
    server.clock.advance(RECHECK);
    assert.deepEqual((await getSession(server, browser.cookie)).body.member.projectIds, ['prj_1']);
    person.groups = [];
    server.clock.advance(RECHECK);
    assert.equal(await status(one, browser), 401);
    assert.deepEqual((await lastEntry(server)).details, { failed: 'no-access' });
  });

  test('a person in too many groups for a token keeps the access, with a warning', async (t) => {
    const roles = { OIDC_ROLES: 'agents=agent' };
    const one = await anOidcServer(t, roles);
    const { server, idp } = one;
    const doctor = async () =>
      printed(await cli(['doctor'], { ...idp.settings(server.url), ...roles, DATABASE_URL: server.databaseUrl }));
    const person = aPerson(one, { groups: ['agents'] });
    const browser = await aSignedInBrowser(one, person);
    const { id } = (await getSession(server, browser.cookie)).body.member;
    let times = 0;
    const warned = /^warning +the groups of 1 members are unknown/m;
    for (const claims of [{ _claim_names: { groups: 'src1' } }, { hasgroups: true }, { hasgroups: 'true' }]) {
      delete person.groups;
      idp.tamper = (idToken, sign) => sign({ ...idToken, ...claims });
      for (let round = 0; round < 2; round++) {
        server.clock.advance(RECHECK);
        assert.equal((await getSession(server, browser.cookie)).body.member.role, 'agent');
        assert.match(await doctor(), warned);
      }
      const again = await aSignedInBrowser(one, person);
      assert.deepEqual(await lastEntry(server), { action: 'OidcSignIn', actor: id, details: { groupsUnknown: true } });
      const { entries } = (await team(server, 'GET', '/audit')).body;
      const noted = entries.filter(({ action }: { action: string }) => action === 'OidcRecheck');
      assert.equal(noted.length, ++times, 'once each time, not at every check');
      assert.deepEqual(noted[0].details, { groupsUnknown: true });
      person.groups = ['agents'];
      idp.tamper = undefined;
      server.clock.advance(RECHECK);
      assert.equal(await status(one, again), 200);
      assert.doesNotMatch(await doctor(), warned);
    }
    // Only then there are too many.
    person.groups = [];
    idp.tamper = (idToken, sign) => sign({ ...idToken, hasgroups: false, _claim_names: { other: 'src1' } });
    server.clock.advance(RECHECK);
    assert.equal(await status(one, browser), 401);
  });

  test('a stranger in too many groups is refused, and the audit log says why', async (t) => {
    const one = await anOidcServer(t, { OIDC_ROLES: 'agents=agent' });
    aPerson(one);
    one.idp.tamper = (idToken, sign) => sign({ ...idToken, hasgroups: true });
    const reply = await new OidcBrowser(one.server).signIn();
    assert.equal(reply.headers.get('location'), '/sign-in?failed=no-access');
    assert.deepEqual((await lastEntry(one.server)).details, { failed: 'no-access', groupsUnknown: true });
  });

  test('while the provider is down sessions go on, for an hour', async (t) => {
    const { one, browser, server, idp } = await withAgent(t);
    idp.isDown = true;
    server.clock.advance(RECHECK);
    assert.equal(await status(one, browser), 200);
    server.clock.advance(HOUR - 1);
    assert.equal(await status(one, browser), 200);
    server.clock.advance(1);
    assert.equal(await status(one, browser), 401);
    idp.isDown = false;
    assert.equal(await status(one, browser), 401);
  });

  test('when the provider is back, it is asked within a minute', async (t) => {
    const { one, person, browser, server, idp } = await withAgent(t);
    idp.isDown = true;
    server.clock.advance(RECHECK);
    assert.equal(await status(one, browser), 200);
    idp.isDown = false;
    server.clock.advance(MINUTE);
    assert.deepEqual([await status(one, browser), idp.refreshes], [200, 1]);
    idp.people.delete(person.sub);
    server.clock.advance(RECHECK);
    assert.equal(await status(one, browser), 401);
  });

  test('a laptop that was closed for days is asked about before anything is shown', async (t) => {
    const { one, person, browser, server, idp } = await withAgent(t);
    idp.people.delete(person.sub);
    server.clock.advance(3 * DAY);
    const replies = await Promise.all(Array.from({ length: 5 }, () => status(one, browser)));
    assert.deepEqual(replies, [401, 401, 401, 401, 401]);
  });

  test('without a refresh token the session ends', async (t) => {
    const one = await anOidcServer(t, { OIDC_RECHECK_MINUTES: '60' });
    one.idp.givesRefreshTokens = false;
    const person = await anInvitedPerson(one);
    const browser = await aSignedInBrowser(one, person);
    assert.equal((await getSession(one.server, browser.cookie)).body.expiresAt, '2026-01-01T13:00:00.000Z');
    one.server.clock.advance(HOUR - 1);
    assert.equal(await status(one, browser), 200);
    one.server.clock.advance(1);
    assert.equal(await status(one, browser), 401);
    assert.equal((await aSignedInBrowser(one, person)).cookie.length > 0, true);
  });

  test('a session with a password has nothing to do with the provider', async (t) => {
    const { server, idp } = await anOidcServer(t);
    const { cookie } = await aMember(server, 'owner');
    idp.isDown = true;
    server.clock.advance(DAY);
    assert.equal((await getSession(server, cookie)).status, 200);
  });

  test('whoever reads the database cannot use a refresh token, and signing out deletes it', async (t) => {
    const { browser, server, idp } = await withAgent(t);
    const rows = () => queryRows(server.databaseUrl, 'SELECT * FROM oidc_session');
    const [row] = await rows();
    assert.equal(idp.refreshTokens.length, 1);
    for (const token of idp.refreshTokens) assert.ok(!JSON.stringify(row).includes(token));
    assert.match(String(row?.refresh_token), /^[\w-]{60,}$/);
    const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' };
    assert.equal((await server.call('DELETE', '/api/v1/team/session', { headers })).status, 204);
    assert.deepEqual(await rows(), []);
  });

  test('a member who is disabled here loses the session without the provider', async (t) => {
    const { one, browser, server, idp } = await withAgent(t);
    const { member } = (await getSession(server, browser.cookie)).body;
    assert.equal((await team(server, 'PATCH', `/members/${member.id}`, { disabled: true })).status, 200);
    assert.deepEqual([await status(one, browser), idp.refreshes], [401, 0]);
  });
});
