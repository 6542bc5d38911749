import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { MINUTE } from '../../../../src/domain/time.ts';
import { signInWithPasskey } from '../../../../src/team/passkeys/sign-in-with-passkey.ts';
import { cookiesOf, getSession, lastEntry, signIn } from '../../../helpers/accounts.ts';
import { assertProblem, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { type AnswerOptions, Authenticator, aChallenge, withPasskey } from '../../../helpers/authenticator.ts';
import { aMember, PASSWORD, team } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { changed, fromAnotherSite, tooOften } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/team/session/passkey';

async function withDevice(t: TestContext) {
  const server = await startServer(t);
  const member = await aMember(server);
  return { server, member, device: await withPasskey(server, member) };
}

const use = async (server: TestServer, device: Authenticator, options: AnswerOptions = {}) =>
  server.call('POST', PATH, {
    body: { passkey: device.answer(server.url, { challenge: await aChallenge(server), ...options }) },
  });

testTeamOperation(
  signInWithPasskey,
  {
    access: 'public',
    request: async ({ server }) => {
      const device = await withPasskey(server, await aMember(server));
      return { body: { passkey: device.answer(server.url, { challenge: await aChallenge(server) }) } };
    },
    statuses: {
      400: changed({ body: { passkey: { id: 'a' } } }),
      401: async ({ server, send, prepare }) => {
        const passkey = new Authenticator().answer(server.url, { challenge: await aChallenge(server) });
        return send({ ...(await prepare()), body: { passkey } });
      },
      403: fromAnotherSite,
      429: tooOften,
    },
    changeFeed: [],
    statements: { usual: 13 },
  },
  () => {
    suite('200', () => {
      test('signs in without the password, and is recorded', async (t) => {
        const { server, member, device } = await withDevice(t);
        const reply = await use(server, device);
        assert.equal(reply.status, 200, reply.text);
        const session = await getSession(server, cookiesOf(reply)[0] ?? '');
        assert.deepEqual([session.body.member.id, session.body.passkey], [member.id, true]);
        assert.deepEqual(await lastEntry(server), { action: 'SignInWithPasskey', actor: member.id, details: {} });
        const { passkeys } = (await member.call('GET', '/account/passkeys')).body;
        assert.equal(passkeys[0].lastUsedAt, '2026-01-01T12:00:00.000Z');
      });

      test('is a second factor beside the password, also without a PIN', async (t) => {
        const { server, member, device } = await withDevice(t);
        const asked = await signIn(server, member.email);
        assertProblem(asked, 401, 'second-factor-required', '/api/v1/team/session');
        assert.deepEqual(asked.body.factors, ['passkey']);
        const withKey = async (options: AnswerOptions, password = PASSWORD) =>
          server.call('POST', '/api/v1/team/session', {
            body: {
              email: member.email,
              password,
              passkey: device.answer(server.url, { challenge: await aChallenge(server), ...options }),
            },
          });
        assert.equal((await withKey({}, 'wrong')).status, 401);
        assert.equal((await withKey({ origin: 'https://evil.example' })).status, 401);
        assert.equal((await withKey({ isVerified: false })).status, 200);
        assert.equal((await signIn(server, member.email, PASSWORD, { code: '000000' })).status, 401);
      });
    });

    suite('401', () => {
      test('without a PIN or a fingerprint, because there is no password', async (t) => {
        const { server, device } = await withDevice(t);
        assertUnauthorized(await use(server, device, { isVerified: false }), PATH);
        assert.equal((await use(server, device)).status, 200);
      });

      test('for another page or host, an old or invented challenge, and a copy of the device', async (t) => {
        const { server, device } = await withDevice(t);
        const challenge = await aChallenge(server);
        for (const options of [
          { origin: 'https://evil.example' },
          { host: 'evil.example' },
          { challenge: Buffer.alloc(38).toString('base64url') },
          { challenge: 'AAAA' },
        ]) {
          assertUnauthorized(await use(server, device, options), PATH);
        }
        assert.equal((await use(server, device, { counter: 9 })).status, 200);
        // A key's copy counts from an earlier state (WebAuthn Level 3, section 6.1.1).
        assertUnauthorized(await use(server, device, { counter: 8 }), PATH);
        server.clock.advance(5 * MINUTE);
        assertUnauthorized(await use(server, device, { challenge }), PATH);
      });

      test('for an answer that was used before, also at the same time', async (t) => {
        const { server, device } = await withDevice(t);
        const passkey = device.answer(server.url, { challenge: await aChallenge(server), counter: 0 });
        const send = async () => (await server.call('POST', PATH, { body: { passkey } })).status;
        assert.deepEqual((await Promise.all([send(), send(), send()])).sort(), [200, 401, 401]);
        assert.equal(await send(), 401);
      });

      test('for a disabled member, and after the passkey was removed', async (t) => {
        const { server, member, device } = await withDevice(t);
        await team(server, 'PATCH', `/members/${member.id}`, { disabled: true });
        assertUnauthorized(await use(server, device), PATH);
        await team(server, 'PATCH', `/members/${member.id}`, { disabled: false });
        assert.equal((await use(server, device)).status, 200);
        await server.store.passkeys.removeAll(member.id);
        assertUnauthorized(await use(server, device), PATH);
      });
    });
  },
);
