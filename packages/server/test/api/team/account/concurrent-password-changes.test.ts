import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createPasswords } from '../../../../src/team/session/passwords.ts';
import { cookieOf, getSession, lastEntry, signIn } from '../../../helpers/accounts.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, fromOwnPage, PASSWORD, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { quickArgon2id } from '../../../helpers/quick-passwords.ts';

const ACCOUNT = '/api/v1/team/account';
const NEW_PASSWORDS = ['the first new password', 'the second new password'] as const;

/** Hashes new passwords when both were requested. */
async function startHeld(t: TestContext) {
  const wanted = new Set<string>();
  const { promise: bothWanted, resolve: release } = Promise.withResolvers<void>();
  const passwords = createPasswords(2, async (algorithm, parameters) => {
    const message = Buffer.from(parameters.message as Buffer).toString();
    if (NEW_PASSWORDS.some((password) => password === message) && wanted.size < 2) {
      // Both requests' current passwords have been checked.
      wanted.add(message);
      if (wanted.size === 2) release();
      await bothWanted;
    }
    return quickArgon2id(algorithm, parameters);
  });
  return startServer(t, { passwords });
}

for (const browsers of ['one browser', 'two browsers'] as const) {
  test(`of two concurrent password changes, from ${browsers}, one succeeds and the other is refused`, async (t) => {
    const server = await startHeld(t);
    const member = await aMember(server);
    const newSession = async () => cookieOf(await signIn(server, member.email));
    const first = member.cookie;
    const second = browsers === 'one browser' ? first : await newSession();
    const elsewhere = await newSession();
    const replies = await Promise.all(
      NEW_PASSWORDS.map((newPassword, index) =>
        server.call('PATCH', ACCOUNT, {
          body: { currentPassword: PASSWORD, newPassword },
          headers: fromOwnPage(index === 0 ? first : second),
        }),
      ),
    );

    const winner = replies.findIndex(({ status }) => status === 200);
    const [won = assert.fail(), lost = assert.fail()] = [replies[winner], replies[1 - winner]];
    assert.equal(won.body.id, member.id);
    if (browsers === 'one browser') {
      assertInvalid(lost, ACCOUNT, 'currentPassword');
      assert.deepEqual(lost.body.errors.currentPassword, ['This is not the current password.']);
    } else {
      assertProblem(lost, 401, 'unauthorized', ACCOUNT);
    }
    assert.deepEqual(await lastEntry(server), {
      action: 'UpdateAccount',
      actor: member.id,
      details: { name: false, password: true },
    });

    const [winning = '', losing = ''] = winner === 0 ? [first, second] : [second, first];
    assert.equal((await getSession(server, winning)).status, 200, 'who changed it stays signed in');
    assert.equal((await getSession(server, losing)).status, browsers === 'one browser' ? 200 : 401);
    assert.equal((await getSession(server, elsewhere)).status, 401, 'all other sessions end');
    const [kept = '', discarded = ''] = [NEW_PASSWORDS[winner], NEW_PASSWORDS[1 - winner]];
    for (const [password, status] of [
      [kept, 200],
      [discarded, 401],
      [PASSWORD, 401],
    ] as const) {
      assert.equal((await signIn(server, member.email, password)).status, status, password);
    }
    const changes = (await team(server, 'GET', '/audit?action=UpdateAccount')).body.entries;
    assert.equal(changes.length, 1);
  });
}
