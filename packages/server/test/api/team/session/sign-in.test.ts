import assert from 'node:assert/strict';
import { request } from 'node:http';
import { suite, test } from 'node:test';
import { DAY } from '../../../../src/domain/time.ts';
import { createPasswords } from '../../../../src/team/session/passwords.ts';
import { signIn as operation } from '../../../../src/team/session/sign-in.ts';
import { cookieOf, getSession, lastEntry, SESSION, signIn } from '../../../helpers/accounts.ts';
import { assertInvalid, assertLimited, assertProblem, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, type Member, PASSWORD, team } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import type { Scenario, TeamGiven } from '../../../helpers/operation/facts.ts';
import { withChanges } from '../../../helpers/operation/requests.ts';
import { changed, untilLimited } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { quickArgon2id } from '../../../helpers/quick-passwords.ts';

const PATH = SESSION;

/** The fake hash function records cost parameters and can be held. */
function countedPasswords() {
  const costs: unknown[] = [];
  let held = Promise.resolve();
  const passwords = createPasswords(1, async (_algorithm, { memory, passes, parallelism, tagLength }) => {
    costs.push([memory, passes, parallelism, tagLength]);
    await held;
    return Buffer.alloc(tagLength);
  });
  /** Holds all hashes until the returned function is called. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { passwords, costs, hold };
}

/** The first hash waits for `release`. `begun` resolves when it is requested. */
function firstHeld() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isFirst = true;
  const passwords = createPasswords(2, async (algorithm, parameters) => {
    if (isFirst) {
      isFirst = false;
      begin();
      await released;
    }
    return quickArgon2id(algorithm, parameters);
  });
  return { passwords, begun, release };
}

const replacePassword = (_server: TestServer, { call }: Member) =>
  call('PATCH', '/account', { currentPassword: PASSWORD, newPassword: 'another long password' });

const disable = (server: TestServer, { id }: Member) => team(server, 'PATCH', `/members/${id}`, { disabled: true });

const guessingTooOften: Scenario<TeamGiven> = async ({ prepare, send }) => {
  const guess = withChanges(await prepare(), { body: { password: 'wrong' } });
  return untilLimited(() => send(guess));
};

testTeamOperation(
  operation,
  {
    access: 'public',
    request: async ({ server }) => ({ body: { email: (await aMember(server)).email, password: PASSWORD } }),
    statuses: {
      400: changed({ body: { email: undefined, password: undefined } }),
      401: changed({ body: { email: 'nobody', password: 'wrong' } }),
      429: guessingTooOften,
    },
    changeFeed: [],
    statements: { usual: 11 },
  },
  () => {
    suite('200', () => {
      test('the member and the session, in a cookie that no page can read', async (t) => {
        const server = await startServer(t);
        const member = await aMember(server, 'agent', { name: 'Ada' });
        const reply = await signIn(server, member.email.toUpperCase());
        assert.equal(reply.status, 200, reply.text);
        assert.deepEqual(reply.body, {
          member: {
            id: member.id,
            email: member.email,
            name: 'Ada',
            role: 'agent',
            projectIds: null,
            disabled: false,
            totp: false,
            oidc: false,
            createdAt: '2026-01-01T12:00:00.000Z',
          },
          expiresAt: '2026-01-15T12:00:00.000Z',
          passkey: false,
          secondFactorMissing: false,
          wrongCodesAt: null,
        });
        const [session = '', browser = ''] = reply.headers.getSetCookie();
        assert.match(
          session,
          /^player-support=[\w-]{43}; Path=\/; Expires=Thu, 15 Jan 2026 12:00:00 GMT; HttpOnly; SameSite=Lax$/i,
        );
        assert.match(
          browser,
          /^player-support-browser=[\w-]{43}; Path=\/; Expires=Tue, 30 Jun 2026 12:00:00 GMT; HttpOnly; SameSite=Lax$/i,
        );
        assert.deepEqual((await getSession(server, cookieOf(reply))).body, reply.body);
        assert.deepEqual(await lastEntry(server), { action: 'SignIn', actor: member.id, details: {} });
      });

      test('behind a trusted proxy with TLS the cookie is bound to the host and to TLS', async (t) => {
        const server = await startServer(t, { env: { TRUST_PROXY: '1' } });
        const { email } = await aMember(server);
        const headers = { 'x-forwarded-proto': 'https' };
        const cookie = (await signIn(server, email, PASSWORD, { headers })).headers.get('set-cookie') ?? '';
        assert.match(cookie, /^__Host-player-support=[\w-]{43}; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
        assert.doesNotMatch(cookie, /Domain/i);
        // Another host of the domain could set the name without the prefix.
        const plain = cookieOf(await signIn(server, email));
        assertUnauthorized(await server.call('GET', PATH, { headers: { ...headers, cookie: plain } }), PATH);
      });

      test('a session expires, even if it is used all the time', async (t) => {
        const server = await startServer(t, { env: { SESSION_DAYS: '2' } });
        const { email } = await aMember(server);
        const cookie = cookieOf(await signIn(server, email));
        server.clock.advance(2 * DAY - 1);
        assert.equal((await getSession(server, cookie)).status, 200);
        server.clock.advance(1);
        assertUnauthorized(await getSession(server, cookie), PATH);
      });

      test('only the hash of a session is stored', async (t) => {
        const server = await startServer(t);
        const { email } = await aMember(server);
        const [, secret = ''] = cookieOf(await signIn(server, email)).split('=');
        assert.ok(!server.log.join('').includes(secret));
        assert.equal(
          await server.store.memberSessions.valid(secret, { now: server.clock.now, idleSince: 0 }),
          undefined,
        );
      });
    });

    suite('400', () => {
      test('an invalid body', async (t) => {
        const server = await startServer(t);
        assertInvalid(await server.call('POST', PATH, { body: { email: 1 } }), PATH, 'email', 'password');
      });

      test('plain HTTP from another machine, which could reveal the password', async (t) => {
        const server = await startServer(t);
        const { email } = await aMember(server);
        const { port } = new URL(server.url);
        const body = JSON.stringify({ email, password: PASSWORD });
        const headers = { host: 'support.example', 'content-type': 'application/json' };
        const { status, text, cookie } = await new Promise<{ status: number; text: string; cookie: unknown }>(
          (resolve) => {
            request({ port, method: 'POST', path: PATH, headers }, async (response) => {
              const text = (await response.toArray()).join('');
              resolve({ status: response.statusCode ?? 0, text, cookie: response.headers['set-cookie'] });
            }).end(body);
          },
        );
        assert.equal(status, 400);
        assert.match(text, /HTTPS/);
        assert.match(text, /TRUST_PROXY/);
        assert.equal(cookie, undefined);
      });
    });

    suite('401', () => {
      test('an unknown address, a wrong password and a disabled member get the same response', async (t) => {
        const server = await startServer(t);
        const [member, disabled] = [await aMember(server), await aMember(server)];
        assert.equal((await team(server, 'PATCH', `/members/${disabled.id}`, { disabled: true })).status, 200);
        const texts = new Set<string>();
        for (const [email, password, actor] of [
          ['nobody@studio.example', PASSWORD, 'nobody'],
          [member.email, 'wrong', member.id],
          [disabled.email, PASSWORD, disabled.id],
        ] as const) {
          const reply = await signIn(server, email, password);
          assertUnauthorized(reply, PATH);
          assert.equal(reply.headers.get('set-cookie'), null);
          texts.add(reply.text);
          assert.deepEqual(await lastEntry(server), { action: 'SignIn', actor, details: { failed: 'password' } });
        }
        assert.equal(texts.size, 1);
        assert.match([...texts].join(), /e-mail address or the password is wrong/);
      });

      for (const [what, change] of [
        ['the password is replaced', replacePassword],
        ['the member is disabled', disable],
      ] as const) {
        test(`${what} while the password of a sign-in is hashed`, async (t) => {
          const { passwords, begun, release } = firstHeld();
          const server = await startServer(t, { passwords });
          const member = await aMember(server);
          const signingIn = signIn(server, member.email);
          await begun;
          assert.equal((await change(server, member)).status, 200);
          release();
          const reply = await signingIn;
          assertUnauthorized(reply, PATH);
          assert.equal(reply.headers.get('set-cookie'), null);
        });
      }

      test('an unknown address costs one hash too', async (t) => {
        const { passwords, costs } = countedPasswords();
        const server = await startServer(t, { passwords });
        const { email } = await aMember(server);
        const attempt = async (address: string) => {
          costs.length = 0;
          assertUnauthorized(await signIn(server, address, 'wrong'), PATH);
          return [...costs];
        };
        const costOfMember = await attempt(email);
        assert.equal(costOfMember.length, 1);
        // The first attempt also makes the hash for the comparison.
        assert.deepEqual(await attempt('nobody@studio.example'), [...costOfMember, ...costOfMember]);
        assert.deepEqual(await attempt('nobody@studio.example'), costOfMember);
      });
    });

    suite('403', () => {
      test('a page of another site cannot sign in its visitor; a program and the console can', async (t) => {
        const server = await startServer(t);
        const { email } = await aMember(server);
        const foreign = [
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { origin: 'https://evil.example' },
          { origin: 'null' },
        ];
        for (const headers of foreign) {
          const reply = await signIn(server, email, PASSWORD, { headers });
          assertProblem(reply, 403, 'cross-site', PATH);
          assert.equal(reply.headers.get('set-cookie'), null);
        }
        for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { origin: server.url }]) {
          assert.equal((await signIn(server, email, PASSWORD, { headers })).status, 200, JSON.stringify(headers));
        }
      });
    });

    suite('429', () => {
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

      test('wrong passwords lock out only the address that sends them', async (t) => {
        const server = await startServer(t, { env: { TRUST_PROXY: '1' }, config: { limits: { signIn: 3 } } });
        const [owner, colleague] = [await aMember(server, 'owner'), await aMember(server)];
        const guess = () => signIn(server, owner.email, 'guess', from('203.0.113.66'));
        for (let count = 0; count < 3; count++) assert.equal((await guess()).status, 401);
        assertLimited(await guess(), PATH, { quota: 3, window: 900, wait: 900 });
        const right = await signIn(server, owner.email, PASSWORD, from('203.0.113.66'));
        assertLimited(right, PATH, { quota: 3, window: 900, wait: 900 });
        assert.equal((await signIn(server, owner.email, PASSWORD, from('203.0.113.1'))).status, 200);
        assert.equal((await signIn(server, colleague.email, PASSWORD, from('203.0.113.66'))).status, 200);
        server.clock.advance(900_000);
        assert.equal((await guess()).status, 401);
      });

      test('concurrent guesses count like consecutive ones', async (t) => {
        const server = await startServer(t, { config: { limits: { signIn: 3 } } });
        const { email } = await aMember(server);
        const replies = await Promise.all(Array.from({ length: 10 }, () => signIn(server, email, 'guess')));
        assert.equal(replies.filter(({ status }) => status === 401).length, 3);
      });

      test('successful sign-ins do not count', async (t) => {
        const server = await startServer(t, { config: { limits: { signIn: 2, signInAddress: 2 } } });
        const { email } = await aMember(server);
        for (let count = 0; count < 6; count++) assert.equal((await signIn(server, email)).status, 200);
      });

      test('guesses at many accounts from one address', async (t) => {
        const env = { TRUST_PROXY: '1', RATE_LIMIT_SIGN_IN_ADDRESS: '3' };
        const server = await startServer(t, { env });
        const guess = (index: number) => signIn(server, `n${index}@studio.example`, 'guess', from('203.0.113.66'));
        for (let count = 0; count < 3; count++) assert.equal((await guess(count)).status, 401);
        assertLimited(await guess(9), PATH, { quota: 3, window: 900, wait: 900 });
      });
    });

    suite('503', () => {
      test('of 70 concurrent sign-ins, one is hashed, 50 wait, and 19 are refused, also for unknown addresses', {
        timeout: 60_000,
      }, async (t) => {
        const { passwords, costs, hold } = countedPasswords();
        const server = await startServer(t, { env: { RATE_LIMITS: 'off' }, passwords });
        const { email } = await aMember(server);
        // Makes the hash for unknown addresses.
        assert.equal((await signIn(server, 'nobody@studio.example')).status, 401);
        costs.length = 0;
        const release = hold();
        let finished = 0;
        const sent = Array.from({ length: 70 }, async (_none, index) => {
          const reply = await signIn(server, index % 2 === 0 ? `nobody-${index}@studio.example` : email, 'wrong');
          // Hashes end after the 19 requests over the limit are refused.
          if (++finished === 19) release();
          return reply;
        });
        const replies = await Promise.all(sent);
        const busy = replies.filter(({ status }) => status === 503);
        assert.equal(busy.length, 19);
        for (const reply of busy) {
          assertProblem(reply, 503, 'unavailable', PATH);
          assert.equal(reply.headers.get('retry-after'), '5');
        }
        assert.equal(replies.filter(({ status }) => status === 401).length, 51);
        assert.equal(costs.length, 51);
      });
    });
  },
);
