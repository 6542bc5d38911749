import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { WRONG_CODE } from '../../../../src/team/session/check-factor.ts';
import { lastEntry } from '../../../helpers/accounts.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { Authenticator, proofOf, withPasskey } from '../../../helpers/authenticator.ts';
import { aMember, type Member, PASSWORD } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { beginRequest } from '../../../helpers/raw-http.ts';
import { begunTotp, withTotp } from '../../../helpers/things.ts';

const ACCOUNT = '/api/v1/team/account';
const CODE_NEEDED = 'Must be the code that the authenticator app shows now, or a recovery code.';

const passkeyIds = async ({ store }: TestServer, { id }: Member) =>
  (await store.passkeys.ofMember(id)).map(({ passkey_id }) => passkey_id);

/** With what each needs besides the password. */
const CHANGES = [
  ['BeginPasskey', async () => '/passkeys/begin', 200],
  ['EndPasskey', async (server, member) => `/passkeys/${(await passkeyIds(server, member))[0]}/end`, 204],
] as const satisfies readonly (readonly [string, (server: TestServer, member: Member) => Promise<string>, number])[];

for (const [name, pathOf, status] of CHANGES) {
  suite(`${name} asks for the second factor of a member that has one`, () => {
    test('a code, if there is an authenticator app', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const [code = '', recovery] = await withTotp(server, member);
      await withPasskey(server, member, { factor: { code } });
      const path = await pathOf(server, member);
      const change = (factor: object) => member.call('POST', `/account${path}`, { password: PASSWORD, ...factor });
      const missing = await change({});
      assertInvalid(missing, `${ACCOUNT}${path}`, 'code');
      assert.deepEqual(missing.body.errors.code, [CODE_NEEDED]);
      for (const wrong of ['000000', code]) {
        const reply = await change({ code: wrong });
        assertInvalid(reply, `${ACCOUNT}${path}`, 'code');
        assert.deepEqual(reply.body.errors.code, [WRONG_CODE], wrong);
      }
      assert.equal((await passkeyIds(server, member)).length, 1);
      assert.equal((await change({ code: recovery })).status, status);
    });

    test('a passkey, if that is the only factor', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const device = await withPasskey(server, member);
      const path = await pathOf(server, member);
      const change = (factor: object) => member.call('POST', `/account${path}`, { password: PASSWORD, ...factor });
      const proof = await proofOf(server, device);
      assertInvalid(await change({}), `${ACCOUNT}${path}`, 'passkey');
      assertInvalid(await change({ code: '000000' }), `${ACCOUNT}${path}`, 'passkey');
      const wrong = await proofOf(server, new Authenticator());
      assertInvalid(await change(wrong), `${ACCOUNT}${path}`, 'passkey');
      assert.equal((await passkeyIds(server, member)).length, 1);
      assert.equal((await change(proof)).status, status);
      // A proof works once.
      if (name === 'BeginPasskey') assertInvalid(await change(proof), `${ACCOUNT}${path}`, 'passkey');
    });
  });
}

test('BeginTotp asks a member with a passkey for it', async (t) => {
  const server = await startServer(t);
  const member = await aMember(server);
  const device = await withPasskey(server, member);
  const begin = (factor: object) => member.call('POST', '/account/totp', { password: PASSWORD, ...factor });
  assertInvalid(await begin({}), `${ACCOUNT}/totp`, 'passkey');
  assertInvalid(await begin(await proofOf(server, new Authenticator())), `${ACCOUNT}/totp`, 'passkey');
  assert.equal((await begin(await proofOf(server, device))).status, 200);
});

test('wrong codes are limited as at a sign-in, and the member hears of them', async (t) => {
  const server = await startServer(t);
  const member = await aMember(server);
  await withTotp(server, member);
  const guess = () => member.call('POST', '/account/passkeys/begin', { password: PASSWORD, code: '000000' });
  const statuses = [];
  for (let count = 0; count < 11; count++) statuses.push((await guess()).status);
  assert.deepEqual(statuses, [...Array(10).fill(400), 429]);
  const entry = { action: 'BeginPasskey', actor: member.id, details: { failed: 'code' } };
  assert.deepEqual(await lastEntry(server), entry);
  assert.notEqual((await member.call('GET', '/session')).body.wrongCodesAt, null);
});

suite('what was begun before a factor was added does not get around it', () => {
  test('an authenticator app', async (t) => {
    const server = await startServer(t);
    const member = await aMember(server);
    const code = await begunTotp(server, member);
    await withPasskey(server, member);
    assertInvalid(await member.call('POST', '/account/totp/confirm', { code }), `${ACCOUNT}/totp/confirm`, 'code');
  });

  test('a passkey', async (t) => {
    const server = await startServer(t);
    const member = await aMember(server);
    const { options } = (await member.call('POST', '/account/passkeys/begin', { password: PASSWORD })).body;
    await withPasskey(server, member);
    const answer = new Authenticator().register(server.url, options.challenge);
    const add = await member.call('POST', '/account/passkeys', { name: 'Phone', ...answer });
    assertInvalid(add, `${ACCOUNT}/passkeys`, '$');
    assert.equal((await passkeyIds(server, member)).length, 1);
  });

  test('an authenticator app that was begun with an earlier password', async (t) => {
    const server = await startServer(t);
    const member = await aMember(server);
    const code = await begunTotp(server, member);
    const change = { currentPassword: PASSWORD, newPassword: 'another long password' };
    assert.equal((await member.call('PATCH', '/account', change)).status, 200);
    assertInvalid(await member.call('POST', '/account/totp/confirm', { code }), `${ACCOUNT}/totp/confirm`, 'code');
  });
});

/** Requests that add a factor, and other account changes. */
const PENDING: Readonly<
  Record<string, (server: TestServer, member: Member) => Promise<readonly [string, string, object]>>
> = {
  AddPasskey: async (server, member) => {
    const { options } = (await member.call('POST', '/account/passkeys/begin', { password: PASSWORD })).body;
    const body = { name: 'Phone', ...new Authenticator().register(server.url, options.challenge) };
    return ['POST', '/account/passkeys', body];
  },
  ConfirmTotp: async (server, member) => ['POST', '/account/totp/confirm', { code: await begunTotp(server, member) }],
  BeginPasskey: async () => ['POST', '/account/passkeys/begin', { password: PASSWORD }],
  UpdateAccount: async () => ['PATCH', '/account', { name: 'Another name' }],
};

for (const [name, requestOf] of Object.entries(PENDING)) {
  test(`${name} is refused if the session ends while its body arrives`, async (t) => {
    const server = await startServer(t);
    const member = await aMember(server);
    const [method, path, body] = await requestOf(server, member);
    const { memberSessions } = server.store;
    const before = await server.store.members.byId(member.id);
    // The session ends after the authentication, before the body is read.
    const valid = t.mock.method(memberSessions, 'valid', async (...given: Parameters<typeof memberSessions.valid>) => {
      valid.mock.restore();
      const found = await memberSessions.valid(...given);
      await memberSessions.endAll(member.id);
      return found;
    });
    assert.equal((await member.call(method, path, body)).status, 401);
    assert.equal(valid.mock.callCount(), 1);
    assert.deepEqual(await server.store.members.byId(member.id), before);
    assert.deepEqual(await passkeyIds(server, member), []);
  });
}

/** Changes that need the password, with a valid factor. */
const WITH_PASSWORD = {
  BeginTotp: async (server, member) => ['/totp', await proofOf(server, await withPasskey(server, member))],
  BeginPasskey: async (server, member) => {
    const [code = ''] = await withTotp(server, member);
    return ['/passkeys/begin', { code }];
  },
  EndPasskey: async (server, member) => {
    const device = await withPasskey(server, member);
    return [`/passkeys/${(await passkeyIds(server, member))[0]}/end`, await proofOf(server, device)];
  },
  EndTotp: async (server, member) => {
    const [, code = ''] = await withTotp(server, member);
    return ['/totp/end', { code }];
  },
} as const satisfies Readonly<
  Record<string, (server: TestServer, member: Member) => Promise<readonly [string, object]>>
>;

for (const [name, requestOf] of Object.entries(WITH_PASSWORD)) {
  test(`${name} is refused if its session changes the password while its body arrives`, async (t) => {
    const server = await startServer(t);
    const member = await aMember(server);
    const [path, factor] = await requestOf(server, member);
    const head = [`POST ${ACCOUNT}${path} HTTP/1.1`, 'Connection: close', 'Sec-Fetch-Site: same-origin'];
    const body = JSON.stringify({ password: PASSWORD, ...factor });
    const held = await beginRequest(t, server.url, [...head, `Cookie: ${member.cookie}`].join('\r\n'), body);
    const change = { currentPassword: PASSWORD, newPassword: 'another long password' };
    assert.equal((await member.call('PATCH', '/account', change)).status, 200);
    const [before, passkeys] = [await server.store.members.byId(member.id), await passkeyIds(server, member)];
    const response = await held.end();
    assert.match(response, /^HTTP\/1\.1 400 /);
    assert.match(response, /"errors":\{"password":\["This is not your password\."\]\}/);
    assert.deepEqual(await server.store.members.byId(member.id), before);
    assert.deepEqual(await passkeyIds(server, member), passkeys);
  });
}
