import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { signOutEverywhere } from '../../../../src/team/session/sign-out-everywhere.ts';
import { cookieOf, getSession, SESSION, signIn } from '../../../helpers/accounts.ts';
import { assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, fromOwnPage, type Member } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { anotherSession } from '../../../helpers/things.ts';

const PATH = SESSION;

async function twoSessions(t: TestContext): Promise<[TestServer, Member, string]> {
  const server = await startServer(t);
  const member = await aMember(server);
  return [server, member, cookieOf(await signIn(server, member.email))];
}

testTeamOperation(
  signOutEverywhere,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: async ({ server, member }) => ({
      ends: member === undefined ? [] : [{ cookie: member.cookie }, await anotherSession(server, member)],
    }),
    changeFeed: [],
    statements: { usual: 3 },
  },
  () => {
    test('204: ends all sessions of the member only', async (t) => {
      const [server, member, other] = await twoSessions(t);
      const colleague = await aMember(server);
      assert.equal((await server.call('DELETE', '/api/v1/team/sessions', { headers: fromOwnPage(other) })).status, 204);
      for (const cookie of [member.cookie, other]) assertUnauthorized(await getSession(server, cookie), PATH);
      assert.equal((await getSession(server, colleague.cookie)).status, 200);
    });
  },
);
