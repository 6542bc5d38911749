import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { MINUTE } from '../../../src/domain/time.ts';
import { hashSecret } from '../../../src/domain/tokens.ts';
import { AppError } from '../../../src/errors.ts';
import type { Passwords } from '../../../src/team/session/passwords.ts';
import { SESSION, signIn } from '../../helpers/accounts.ts';
import { assertProblem } from '../../helpers/assert-problem.ts';
import { aMember, type Member, PASSWORD } from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { executeSql } from '../../helpers/databases.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { quickPasswords } from '../../helpers/quick-passwords.ts';

/** A 503 is no wrong guess, so it locks nobody out. */

const WRONG = 'not the password';
const ACCEPT = '/api/v1/team/invitations/accept';
const QUOTA = 3;

interface BusyServer {
  readonly server: TestServer;
  /** The queue of password hashes. */
  setFull(full: boolean): void;
}

async function busyServer(t: TestContext): Promise<BusyServer> {
  const free = quickPasswords(2);
  // With a concurrency of 0, requests stay queued.
  const stuck = quickPasswords(0);
  const refused: unknown[] = [];
  for (let waiting = 0; waiting <= 50; waiting++) void stuck.hash('x').catch((error) => refused.push(error));
  await setImmediate();
  assert.ok(
    refused[0] instanceof AppError && refused.length === 1,
    'exactly one was refused, because the queue is full',
  );
  let current = free;
  const passwords: Passwords = {
    hash: (password) => current.hash(password),
    verify: (stored, password) => current.verify(stored, password),
  };
  const server = await startServer(t, { config: { limits: { signIn: QUOTA } }, passwords });
  return {
    server,
    setFull(full) {
      current = full ? stuck : free;
    },
  };
}

interface GuessTarget {
  readonly path: string;
  right(server: TestServer, member: Member, token: string): Promise<Reply>;
  wrong(server: TestServer, member: Member, token: string): Promise<Reply>;
  readonly refusal: number;
  readonly success: number;
}

const CODE = '000000';
const RECOVERY = 'aaaa-bbbb-cccc-dddd';

const acceptWith = (code: string) => (server: TestServer, _member: Member, token: string) =>
  server.call('POST', ACCEPT, { body: { token, code, password: PASSWORD } });

const TARGETS: Readonly<Record<string, GuessTarget>> = {
  'signing in': {
    path: SESSION,
    right: (server, { email }) => signIn(server, email, PASSWORD, { code: RECOVERY }),
    wrong: (server, { email }) => signIn(server, email, WRONG),
    refusal: 401,
    success: 200,
  },
  'the code at signing in': {
    path: SESSION,
    right: (server, { email }) => signIn(server, email, PASSWORD, { code: RECOVERY }),
    wrong: (server, { email }) => signIn(server, email, PASSWORD, { code: CODE }),
    refusal: 401,
    success: 200,
  },
  'changing the password': {
    path: '/api/v1/team/account',
    right: (_server, member) => member.call('PATCH', '/account', { currentPassword: PASSWORD, newPassword: PASSWORD }),
    wrong: (_server, member) => member.call('PATCH', '/account', { currentPassword: WRONG, newPassword: PASSWORD }),
    refusal: 400,
    success: 200,
  },
  'ending the second factor': {
    path: '/api/v1/team/account/totp/end',
    right: (_server, member) => member.call('POST', '/account/totp/end', { password: PASSWORD, code: RECOVERY }),
    wrong: (_server, member) => member.call('POST', '/account/totp/end', { password: WRONG, code: RECOVERY }),
    refusal: 400,
    success: 204,
  },
  'a password link with a code': {
    path: ACCEPT,
    right: acceptWith(RECOVERY),
    wrong: acceptWith(CODE),
    refusal: 401,
    success: 201,
  },
};

/** Creates a member with a second factor, and a password link's token. */
async function memberWithTotp(server: TestServer): Promise<[Member, string]> {
  const member = await aMember(server);
  const row = (await server.store.members.byId(member.id)) ?? assert.fail();
  const codes = JSON.stringify([hashSecret(RECOVERY.replaceAll('-', ''))]);
  await server.store.members.update({ ...row, totp_secret: 'A'.repeat(32), recovery_codes: codes });
  const owner = await aMember(server, 'owner');
  const { token } = (await owner.call('POST', `/members/${member.id}/password-link`)).body;
  return [member, token];
}

for (const [what, { path, right, wrong, refusal, success }] of Object.entries(TARGETS)) {
  suite(what, () => {
    test('any number of 503 responses does not count', async (t) => {
      const { server, setFull } = await busyServer(t);
      const [member, token] = await memberWithTotp(server);
      setFull(true);
      for (let count = 0; count < 4 * QUOTA; count++) {
        assertProblem(await right(server, member, token), 503, 'unavailable', path);
      }
      setFull(false);
      const reply = await right(server, member, token);
      assert.equal(reply.status, success, reply.text);
    });

    test('wrong guesses count, even between 503 responses, and then get 429', async (t) => {
      const { server, setFull } = await busyServer(t);
      const [member, token] = await memberWithTotp(server);
      for (let count = 0; count < QUOTA; count++) {
        setFull(true);
        assert.equal((await wrong(server, member, token)).status, 503);
        setFull(false);
        assert.equal((await wrong(server, member, token)).status, refusal);
      }
      assertProblem(await wrong(server, member, token), 429, 'rate-limited', path);
      assertProblem(await right(server, member, token), 429, 'rate-limited', path);
    });

    test('concurrent wrong guesses count like consecutive ones', async (t) => {
      const { server } = await busyServer(t);
      const [member, token] = await memberWithTotp(server);
      const replies = await Promise.all(Array.from({ length: 12 }, () => wrong(server, member, token)));
      const statuses = replies.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [
        ...Array.from({ length: QUOTA }, () => refusal),
        ...Array.from({ length: 12 - QUOTA }, () => 429),
      ]);
    });
  });
}

test('a failure of the database does not count', async (t) => {
  const { server } = await busyServer(t);
  const { email } = await aMember(server);
  await executeSql(server.databaseUrl, 'ALTER TABLE member_session RENAME TO away');
  for (let count = 0; count < 3 * QUOTA; count++) {
    const { status } = await signIn(server, email);
    assert.ok(status >= 500, `${status}`);
  }
  await executeSql(server.databaseUrl, 'ALTER TABLE away RENAME TO member_session');
  assert.equal((await signIn(server, email)).status, 200);
});

test('a right password without a code does not count', async (t) => {
  const config = { limits: { signIn: 2, signInAddress: 2 } };
  const server = await startServer(t, { config });
  const [member, token] = await memberWithTotp(server);
  for (let count = 0; count < 5; count++) {
    assertProblem(await signIn(server, member.email), 401, 'second-factor-required', SESSION);
    const reply = await server.call('POST', ACCEPT, { body: { token, password: PASSWORD } });
    assertProblem(reply, 401, 'second-factor-required', ACCEPT);
  }
});

test('a request that the limit of the address refuses does not count for the account', async (t) => {
  const config = { limits: { signIn: 2, signInAddress: 2 } };
  const server = await startServer(t, { config });
  const { email } = await aMember(server);
  for (const other of ['a@studio.example', 'b@studio.example']) {
    assert.equal((await signIn(server, other, WRONG)).status, 401);
  }
  server.clock.advance(10 * MINUTE);
  for (let count = 0; count < 5; count++) assert.equal((await signIn(server, email, WRONG)).status, 429);
  server.clock.advance(5 * MINUTE);
  assert.equal((await signIn(server, email)).status, 200);
});
