import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { signOut } from '../../../../src/team/session/sign-out.ts';
import { cookieOf, getSession, lastEntry, SESSION, signIn } from '../../../helpers/accounts.ts';
import { assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, type Member } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const PATH = SESSION;

async function twoSessions(t: TestContext): Promise<[TestServer, Member, string]> {
  const server = await startServer(t);
  const member = await aMember(server);
  return [server, member, cookieOf(await signIn(server, member.email))];
}

testTeamOperation(
  signOut,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: ({ member }) => ({ ends: member === undefined ? [] : [{ cookie: member.cookie }] }),
    changeFeed: [],
    statements: { usual: 2 },
  },
  () => {
    test('204: ends only this session, and the browser deletes its cookie', async (t) => {
      const [server, member, other] = await twoSessions(t);
      const reply = await member.call('DELETE', '/session');
      assert.equal(reply.status, 204);
      assert.match(reply.headers.get('set-cookie') ?? '', /^player-support=; Path=\/; Expires=Thu, 01 Jan 1970/i);
      assertUnauthorized(await getSession(server, member.cookie), PATH);
      assert.equal((await getSession(server, other)).status, 200);
      assert.deepEqual(await lastEntry(server), { action: 'SignOut', actor: member.id, details: {} });
    });
  },
);
