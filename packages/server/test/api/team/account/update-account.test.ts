import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateAccount } from '../../../../src/team/account/update-account.ts';
import { cookieOf, getSession, SESSION, signIn } from '../../../helpers/accounts.ts';
import { assertInvalid, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, PASSWORD } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import {
  changed,
  fromAnotherSite,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { anotherSession } from '../../../helpers/things.ts';

const NEW_PASSWORD = 'another long password';

testTeamOperation(
  updateAccount,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: async ({ server, member }) => ({
      body: { name: HIDDEN, currentPassword: PASSWORD, newPassword: `${HIDDEN} and unknown` },
      // A new password ends the other sessions.
      ...(member === undefined ? {} : { ends: [await anotherSession(server, member)] }),
    }),
    statuses: {
      200: valid,
      400: changed({ body: { newPassword: 'short' } }),
      401: withoutCredentials,
      403: fromAnotherSite,
      429: tooOftenWithoutCredentials,
    },
    statements: { usual: 6 },
    audited: true,
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

    test('the current password can be guessed only a few times', async (t) => {
      const server = await startServer(t, { env: { RATE_LIMIT_SIGN_IN: '2' } });
      const member = await aMember(server);
      const guess = () => member.call('PATCH', '/account', { currentPassword: 'guess', newPassword: NEW_PASSWORD });
      assert.deepEqual([(await guess()).status, (await guess()).status, (await guess()).status], [400, 400, 429]);
    });
  },
);
