import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { TOTP } from 'otpauth';
import { MINUTE, SECOND } from '../../../../src/domain/time.ts';
import { cookieOf, lastEntry, SESSION, signIn } from '../../../helpers/accounts.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, fromOwnPage, type Member, PASSWORD } from '../../../helpers/builders.ts';
import { type StartOptions, startServer, type TestServer } from '../../../helpers/harness.ts';

const TOTP_PATH = '/api/v1/team/account/totp';

interface Guarded {
  readonly server: TestServer;
  readonly member: Member;
  readonly recoveryCodes: string[];
  /** `steps`: from now. */
  code(steps?: number): string;
}

/** The first code has been used. */
async function guarded(t: TestContext, options?: StartOptions): Promise<Guarded> {
  const server = await startServer(t, options);
  const member = await aMember(server);
  const { secret } = (await member.call('POST', '/account/totp', { password: PASSWORD })).body;
  const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: server.clock.now + steps * 30 * SECOND });
  const { status, body, text } = await member.call('POST', '/account/totp/confirm', { code: code() });
  assert.equal(status, 200, text);
  server.clock.advance(30 * SECOND);
  return { server, member, recoveryCodes: body.recoveryCodes, code };
}

suite('a second factor', () => {
  test('begins with a secret for the app, and is active after the first code', async (t) => {
    const server = await startServer(t);
    const member = await aMember(server);
    const begun = await member.call('POST', '/account/totp', { password: PASSWORD });
    assert.equal(begun.status, 200, begun.text);
    assert.match(begun.body.secret, /^[A-Z2-7]{32}$/);
    const { protocol, searchParams } = new URL(begun.body.uri);
    assert.deepEqual(
      [protocol, searchParams.get('secret'), searchParams.get('issuer')],
      ['otpauth:', begun.body.secret, 'Player Support'],
    );
    assert.ok(decodeURIComponent(begun.body.uri).includes(member.email));
    assertInvalid(
      await member.call('POST', '/account/totp/confirm', { code: '000000' }),
      `${TOTP_PATH}/confirm`,
      'code',
    );
    assert.equal((await signIn(server, member.email)).status, 200, 'not yet');
    assert.equal((await member.call('GET', '/session')).body.member.totp, false);
  });

  test('is requested only after the right password', async (t) => {
    const { server, member, code } = await guarded(t);
    const asked = await signIn(server, member.email);
    assertProblem(asked, 401, 'second-factor-required', SESSION);
    assert.equal(asked.headers.get('www-authenticate'), 'Bearer');
    assert.equal(asked.headers.get('set-cookie'), null);
    assertProblem(await signIn(server, member.email, 'wrong', { code: code() }), 401, 'unauthorized', SESSION);
    const reply = await signIn(server, member.email, undefined, { code: code() });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.member.totp, true);
  });

  test('accepts the code of the current, the previous and the next step', async (t) => {
    for (const [steps, status] of [
      [-2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      const { server, member, code } = await guarded(t);
      server.clock.advance(2 * MINUTE);
      assert.equal((await signIn(server, member.email, undefined, { code: code(steps) })).status, status, `${steps}`);
    }
  });

  test('accepts each code once, and none that is older than the last one', async (t) => {
    const { server, member, code } = await guarded(t);
    const send = async (one: string) => (await signIn(server, member.email, undefined, { code: one })).status;
    assert.equal(await send(code(-1)), 401, 'the one that set it up');
    const both = await Promise.all([send(code()), send(code())]);
    assert.deepEqual(both.sort(), [200, 401]);
    assert.equal(await send(code()), 401);
    assert.equal(await send(code(1)), 200);
    assert.equal(await send(code()), 401, 'older than the last');
  });

  test('accepts each recovery code once instead of a code', async (t) => {
    const { server, member, recoveryCodes } = await guarded(t);
    assert.equal(new Set(recoveryCodes).size, 10);
    const [first = '', second = ''] = recoveryCodes;
    // No letter that looks like another on paper.
    for (const code of recoveryCodes) assert.match(code, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{2}$/);
    const send = async (code: string) => (await signIn(server, member.email, undefined, { code })).status;
    assert.deepEqual((await Promise.all([send(first), send(first)])).sort(), [200, 401]);
    assert.equal(await send(first), 401);
    assert.equal(await send(second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')), 200);
    const stored = await server.store.members.byId(member.id);
    assert.equal(JSON.parse(stored?.recovery_codes ?? '').length, 8);
    assert.ok(!JSON.stringify(stored).includes(recoveryCodes[2] ?? ''));
  });

  test('can be guessed only a few times, even with the right password', async (t) => {
    const { server, member, code } = await guarded(t, { config: { limits: { signIn: 3 } } });
    const guess = (one: string) => signIn(server, member.email, undefined, { code: one });
    for (let count = 0; count < 3; count++) {
      await signIn(server, member.email);
      assertProblem(await guess('000000'), 401, 'second-factor-required', SESSION);
    }
    assert.deepEqual(await lastEntry(server), { action: 'SignIn', actor: member.id, details: { failed: 'code' } });
    assert.equal((await guess(code())).status, 429);
  });

  test('cannot be replaced with the session alone', async (t) => {
    const { member } = await guarded(t);
    assertProblem(await member.call('POST', '/account/totp', { password: PASSWORD }), 409, 'already-exists', TOTP_PATH);
    const confirmed = await member.call('POST', '/account/totp/confirm', { code: '000000' });
    assertProblem(confirmed, 409, 'already-exists', `${TOTP_PATH}/confirm`);
  });

  test('begins and ends with the password, and ends with a code as well', async (t) => {
    const { server, member, code } = await guarded(t);
    const end = (body: object) => member.call('POST', '/account/totp/end', body);
    assertInvalid(await end({ password: 'wrong', code: code() }), `${TOTP_PATH}/end`, 'password');
    assertInvalid(await end({ password: PASSWORD }), `${TOTP_PATH}/end`, 'code');
    assertInvalid(await end({ password: PASSWORD, code: '000000' }), `${TOTP_PATH}/end`, 'code');
    assert.notEqual((await server.store.members.byId(member.id))?.totp_secret, null);
    assert.equal((await end({ password: PASSWORD, code: code() })).status, 204);
    assert.equal((await signIn(server, member.email)).status, 200);
    const { totp_secret, recovery_codes } = (await server.store.members.byId(member.id)) ?? assert.fail();
    assert.deepEqual([totp_secret, recovery_codes], [null, '[]']);
    assertInvalid(await member.call('POST', '/account/totp', { password: 'wrong' }), TOTP_PATH, 'password');
  });

  test('cannot be confirmed by guessing', async (t) => {
    const server = await startServer(t, { config: { limits: { signIn: 3 } } });
    const member = await aMember(server);
    const { secret } = (await member.call('POST', '/account/totp', { password: PASSWORD })).body;
    const confirm = async (code: string) => (await member.call('POST', '/account/totp/confirm', { code })).status;
    for (let count = 0; count < 3; count++) assert.equal(await confirm('000000'), 400);
    assert.equal(await confirm(new TOTP({ secret }).generate({ timestamp: server.clock.now })), 429);
  });

  test('cannot be guessed away with a stolen session, from any number of addresses', async (t) => {
    const env = { TRUST_PROXY: '1', RATE_LIMIT_TEAM_WRITE: '0' };
    const { server, member, code } = await guarded(t, { env, config: { limits: { signIn: 4 } } });
    const end = (number: number, body: object) =>
      server.call('POST', `${TOTP_PATH}/end`, {
        headers: { ...fromOwnPage(member.cookie), 'x-forwarded-for': `198.51.100.${number}` },
        body: { password: PASSWORD, code: '000000', ...body },
      });
    for (let number = 0; number < 4; number++) {
      assert.equal((await end(number, number % 2 ? {} : { password: 'wrong' })).status, 400);
    }
    assert.equal((await end(5, { code: code() })).status, 429);
  });

  test('stays active when a password link sets a new password', async (t) => {
    const { server, member, code } = await guarded(t);
    const { token } = (await (await aMember(server, 'owner')).call('POST', `/members/${member.id}/password-link`)).body;
    const path = '/api/v1/team/invitations/accept';
    const accept = (fields: object) =>
      server.call('POST', path, { body: { token, password: 'a new password, long', ...fields } });
    assertProblem(await accept({}), 401, 'second-factor-required', path);
    assertProblem(await accept({ code: '000000' }), 401, 'second-factor-required', path);
    const reply = await accept({ code: code() });
    assert.equal(reply.status, 201, reply.text);
    assert.match(cookieOf(reply), /^player-support=./);
    assert.equal((await signIn(server, member.email, 'a new password, long')).status, 401);
    const next = await signIn(server, member.email, 'a new password, long', { code: code(1) });
    assert.equal(next.status, 200);
  });
});
