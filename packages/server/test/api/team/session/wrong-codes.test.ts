import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { FREE_CODES } from '../../../../src/domain/second-factor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../src/domain/time.ts';
import { cookiesOf, SESSION, signIn } from '../../../helpers/accounts.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, type Member, PASSWORD, team } from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { type StartOptions, startServer, type TestServer } from '../../../helpers/harness.ts';
import { aMailServer } from '../../../helpers/mail-server.ts';
import { queryRows } from '../../../helpers/stored-rows.ts';
import { codeOf, withTotp } from '../../../helpers/things.ts';

/** Somebody with the password guesses codes, each time from another address. */

const env = { TRUST_PROXY: '1' };
let address = 0;

const guess = (server: TestServer, member: Member, code = '000000', headers: Record<string, string> = {}) => {
  const number = ++address;
  const from = `198.51.${number >> 8}.${number & 255}`;
  return signIn(server, member.email, PASSWORD, { code, headers: { 'x-forwarded-for': from, ...headers } });
};

async function guarded(t: TestContext, options: StartOptions = {}) {
  const server = await startServer(t, { env, ...options });
  const member = await aMember(server);
  await withTotp(server, member);
  server.clock.advance(30 * SECOND);
  return { server, member };
}

const secondsOf = (reply: Reply) => {
  assertProblem(reply, 429, 'rate-limited', SESSION);
  return Number(reply.headers.get('retry-after'));
};

suite('wrong codes after the right password', () => {
  test('make the account wait longer each time, wherever they come from', async (t) => {
    const { server, member } = await guarded(t);
    for (let count = 0; count < FREE_CODES; count++) assert.equal((await guess(server, member)).status, 401);
    const waits = [];
    for (let count = 0; count < 9; count++) {
      const seconds = secondsOf(await guess(server, member, await codeOf(server, member)));
      waits.push(seconds);
      server.clock.advance(seconds * SECOND);
      assert.equal((await guess(server, member)).status, 401, 'one guess for each wait');
    }
    assert.deepEqual(waits, [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
  });

  test('of 201 parallel guesses only the free ones are checked', async (t) => {
    const { server, member } = await guarded(t);
    const replies = await Promise.all(Array.from({ length: 201 }, () => guess(server, member)));
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    assert.equal(count(401), FREE_CODES);
    // The queue of password hashes had no place for some.
    assert.equal(count(401) + count(429) + count(503), 201);
    assert.equal((await server.store.members.byId(member.id))?.wrong_codes, FREE_CODES);
  });

  test('do not lock out a browser that the member used before', async (t) => {
    const { server, member } = await guarded(t);
    const first = await signIn(server, member.email, PASSWORD, { code: await codeOf(server, member) });
    const cookie = cookiesOf(first).find((one) => one.startsWith('player-support-browser=')) ?? '';
    server.clock.advance(30 * SECOND);
    for (let count = 0; count < FREE_CODES; count++) await guess(server, member);
    const code = await codeOf(server, member);
    assert.equal((await guess(server, member, code)).status, 429);
    assert.equal((await guess(server, member, code, { cookie: 'player-support-browser=invented' })).status, 429);
    const own = await guess(server, member, code, { cookie });
    assert.equal(own.status, 200, own.text);
    server.clock.advance(30 * SECOND);
    assert.equal((await guess(server, member, await codeOf(server, member))).status, 200);
  });

  test('from a stolen browser cookie are counted for that cookie, not for its addresses', async (t) => {
    const { server, member } = await guarded(t, { config: { limits: { signIn: 3 } } });
    const first = await signIn(server, member.email, PASSWORD, { code: await codeOf(server, member) });
    const cookie = cookiesOf(first).join('; ');
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await guess(server, member, '000000', { cookie })).status);
    assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
  });

  test('a password link does not help: its codes count too', async (t) => {
    const { server, member } = await guarded(t);
    const owner = await aMember(server, 'owner');
    const { token } = (await owner.call('POST', `/members/${member.id}/password-link`)).body;
    const accept = (code: string) =>
      server.call('POST', '/api/v1/team/invitations/accept', {
        body: { token, password: 'a new password, long', code },
        headers: { 'x-forwarded-for': `203.0.113.${++address & 255}` },
      });
    for (let count = 0; count < FREE_CODES; count++) assert.equal((await accept('000000')).status, 401);
    assert.equal((await accept(await codeOf(server, member))).status, 429);
    assert.equal((await guess(server, member)).status, 429, 'the same count');
  });

  test('are told to the member and the owners, until the member says so or changes the password', async (t) => {
    const mail = await aMailServer(t);
    const url = { SMTP_URL: mail.url, PUBLIC_URL: 'https://support.example.com', MAIL_FROM: 'support@example.com' };
    const { server, member } = await guarded(t, { env: { ...env, ...url } });
    const owner = await aMember(server, 'owner');
    await aMember(server, 'agent');
    const alert = async () => (await member.call('GET', '/session')).body.wrongCodesAt;
    const listed = async () =>
      (await owner.call('GET', '/members')).body.members.find(({ id }: { id: string }) => id === member.id)
        .wrongCodesAt;
    for (let count = 1; count < FREE_CODES; count++) await guess(server, member);
    assert.equal(await alert(), null);
    const at = new Date(server.clock.now).toISOString();
    await guess(server, member);
    assert.deepEqual([await alert(), await listed()], [at, at]);
    const { mails } = mail;
    assert.deepEqual(mails.flatMap(({ to }) => to).sort(), [member.email, owner.email].sort());
    assert.match(mails[0]?.text ?? '', /entered several wrong codes/);

    server.clock.advance(HOUR);
    await guess(server, member);
    assert.equal(mails.length, 2);
    assert.equal((await member.call('PATCH', '/account', { wrongCodesSeen: true })).status, 200);
    assert.deepEqual([await alert(), await listed()], [null, null]);
    server.clock.advance(HOUR);
    await guess(server, member);
    assert.notEqual(await alert(), null);
    const password = { currentPassword: PASSWORD, newPassword: 'nobody has seen this one' };
    assert.equal((await member.call('PATCH', '/account', password)).status, 200);
    assert.equal(await alert(), null);
  });
});

test('wrong passwords count for the account, but not in a browser that the member used before', async (t) => {
  const server = await startServer(t, { env, config: { limits: { signInAccount: 6 } } });
  const member = await aMember(server);
  const cookie = cookiesOf(await signIn(server, member.email)).join('; ');
  const from = (email: string, password: string, headers = {}) =>
    signIn(server, email, password, { headers: { 'x-forwarded-for': `192.0.2.${++address & 255}`, ...headers } });
  for (const email of [member.email, 'nobody@studio.example']) {
    for (let count = 0; count < 6; count++) assert.equal((await from(email, 'wrong')).status, 401);
    assert.equal((await from(email, 'wrong')).status, 429, 'an unknown address is limited too');
  }
  assert.equal((await from(member.email, PASSWORD)).status, 429);
  assert.equal((await from(member.email, PASSWORD, { cookie })).status, 200);
  server.clock.advance(HOUR + MINUTE);
  assert.equal((await from(member.email, PASSWORD)).status, 200);
});

test('a colleague who used the same browser before does not know the secret of the next member', async (t) => {
  const { server, member } = await guarded(t);
  const colleague = await aMember(server);
  const shared = cookiesOf(await signIn(server, colleague.email)).join('; ');
  const code = await codeOf(server, member);
  const own = await signIn(server, member.email, PASSWORD, { code, headers: { cookie: shared } });
  assert.equal(own.status, 200, own.text);
  const secretOf = (cookies: string) => /player-support-browser=([\w-]+)/.exec(cookies)?.[1];
  assert.notEqual(secretOf(cookiesOf(own).join('; ')), secretOf(shared));
  server.clock.advance(30 * SECOND);
  for (let count = 0; count < FREE_CODES; count++) await guess(server, member);
  const stolen = { cookie: shared };
  assert.equal((await guess(server, member, await codeOf(server, member), stolen)).status, 429);
});

test('neighbours at the same address do not lock out a known browser', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT_SIGN_IN_ADDRESS: '3' } });
  const member = await aMember(server);
  const cookie = cookiesOf(await signIn(server, member.email)).join('; ');
  for (let count = 0; count < 3; count++) await signIn(server, `nobody${count}@studio.example`, 'wrong');
  assert.equal((await signIn(server, member.email)).status, 429);
  assert.equal((await signIn(server, member.email, PASSWORD, { headers: { cookie } })).status, 200);
});

test('a member has at most 50 sessions and known browsers; a new one ends the oldest', async (t) => {
  const server = await startServer(t);
  const member = await aMember(server);
  const first = cookiesOf(await signIn(server, member.email)).join('; ');
  for (let count = 0; count < 50; count++) {
    server.clock.advance(SECOND);
    assert.equal((await signIn(server, member.email)).status, 200);
  }
  const rows = async (table: string) => (await queryRows(server.databaseUrl, `SELECT * FROM ${table}`)).length;
  assert.deepEqual([await rows('member_session'), await rows('known_browser')], [50, 50]);
  assert.equal((await server.call('GET', SESSION, { headers: { cookie: first } })).status, 401);
});

test('a browser is forgotten after half a year, and at once if its session is ended in the list', async (t) => {
  const { server, member } = await guarded(t);
  const browser = async () => {
    server.clock.advance(MINUTE);
    const cookies = cookiesOf(await signIn(server, member.email, PASSWORD, { code: await codeOf(server, member) }));
    return cookies.join('; ');
  };
  const [old, ended] = [await browser(), await browser()];
  const known = async () => (await server.store.knownBrowsers.prune(server.clock.now, 100)) === 0;
  const current = { headers: { cookie: ended } };
  const { sessions } = (await server.call('GET', '/api/v1/team/sessions', current)).body;
  const id = sessions.find((one: { current: boolean }) => one.current).id;
  assert.equal((await member.call('DELETE', `/sessions/${id}`)).status, 204);
  for (let count = 0; count < FREE_CODES; count++) await guess(server, member);
  server.clock.advance(30 * SECOND);
  const code = await codeOf(server, member);
  assert.equal((await guess(server, member, code, { cookie: ended })).status, 429);
  assert.equal((await guess(server, member, code, { cookie: old })).status, 200);
  assert.ok(await known());
  server.clock.advance(181 * DAY);
  assert.ok(!(await known()), 'the rows are deleted');
  assert.equal((await team(server, 'GET', '/members')).status, 200);
});
