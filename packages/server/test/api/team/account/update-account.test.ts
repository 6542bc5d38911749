import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateAccount } from '../../../../src/team/account/update-account.ts';
import { cookieOf, getSession, SESSION, signIn } from '../../../helpers/accounts.ts';
import { assertInvalid, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, aProject, PASSWORD } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { anotherSession } from '../../../helpers/things.ts';

const NEW_PASSWORD = 'another long password';

testTeamOperation(
  updateAccount,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: async ({ server, member }) => ({
      body: { name: HIDDEN, currentPassword: PASSWORD, newPassword: `${HIDDEN} and unknown` },
      ...(member === undefined ? {} : { ends: [await anotherSession(server, member)] }),
    }),
    statuses: {
      400: changed({ body: { newPassword: 'short' } }),
    },
    statements: { usual: 7 },
    changeFeed: [settingsChange('members')],
  },
  () => {
    test('a new password needs the current one, and ends all other sessions', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const elsewhere = cookieOf(await signIn(server, member.email));
      const path = '/api/v1/team/account';
      const change = (body: object) => member.call('PATCH', '/account', { newPassword: NEW_PASSWORD, ...body });
      assertInvalid(await change({}), path, 'currentPassword');
      assertInvalid(await change({ currentPassword: 'wrong' }), path, 'currentPassword');
      assert.equal((await getSession(server, elsewhere)).status, 200);
      assert.equal((await change({ currentPassword: PASSWORD })).status, 200);
      assertUnauthorized(await getSession(server, elsewhere), SESSION);
      assert.equal((await getSession(server, member.cookie)).status, 200);
      assert.equal((await signIn(server, member.email)).status, 401);
      assert.equal((await signIn(server, member.email, NEW_PASSWORD)).status, 200);
      assert.equal((await member.call('PATCH', '/account', { name: 'Grace' })).body.name, 'Grace');
    });

    test('400: a common password, or little more than a name', async (t) => {
      const server = await startServer(t);
      await aProject(server, 'Dragon Caves Mobile');
      const member = await aMember(server);
      const change = (newPassword: string) =>
        member.call('PATCH', '/account', { currentPassword: PASSWORD, newPassword });
      const [local = ''] = member.email.split('@');
      for (const [bad, reason] of [
        ['password1234', /attackers try first/],
        ['PASSWORD1234', /attackers try first/],
        ['qwertyuiopasdfghjkl', /attackers try first/],
        ['Player-Support1!', /more than a name/],
        ['dragoncavesmobile2026', /more than a name/],
        [`${local}@${local}.123`, /more than a name/],
      ] as const) {
        const reply = await change(bad);
        assertInvalid(reply, '/api/v1/team/account', 'newPassword');
        assert.match(reply.body.errors.newPassword[0], reason, bad);
      }
      assert.equal((await signIn(server, member.email)).status, 200);
      for (const good of ['dragon caves, but with nine elves', 'support my players with tea']) {
        const reply = await member.call('PATCH', '/account', { currentPassword: PASSWORD, newPassword: good });
        assert.equal(reply.status, 200, good);
        await member.call('PATCH', '/account', { currentPassword: good, newPassword: PASSWORD });
      }
    });

    test('the current password can be guessed only a few times', async (t) => {
      const server = await startServer(t, { config: { limits: { signIn: 2 } } });
      const member = await aMember(server);
      const guess = () => member.call('PATCH', '/account', { currentPassword: 'guess', newPassword: NEW_PASSWORD });
      assert.deepEqual([(await guess()).status, (await guess()).status, (await guess()).status], [400, 400, 429]);
    });
  },
);
