import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashSecret } from '../../../../src/domain/tokens.ts';
import { endSession } from '../../../../src/team/session/end-session.ts';
import { sessionId } from '../../../../src/team/session/session-id.ts';
import { cookiesOf, getSession, signIn } from '../../../helpers/accounts.ts';
import { aMember } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { anotherSession } from '../../../helpers/things.ts';

const idOf = ({ cookie }: { cookie: string }) => sessionId(hashSecret(cookie.split('=')[1] ?? ''));

testTeamOperation(
  endSession,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: async ({ server, member }) => {
      if (member === undefined) return { params: { sessionId: 'ses_none' } };
      const other = await anotherSession(server, member);
      return { params: { sessionId: idOf(other) }, ends: [other] };
    },
    statuses: {
      404: changed({ params: { sessionId: 'ses_none' } }),
    },
    changeFeed: [],
    statements: { usual: 3 },
  },
  () => {
    test('204: the browser of the session is forgotten', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const [cookie = '', browser = ''] = cookiesOf(await signIn(server, member.email));
      const secret = browser.split('=')[1] ?? '';
      const isKnown = () => server.store.knownBrowsers.isKnown(hashSecret(secret), member.email, server.clock.now);
      assert.equal(await isKnown(), true);
      assert.equal((await member.call('DELETE', `/sessions/${idOf({ cookie })}`)).status, 204);
      assert.equal(await isKnown(), false);
    });

    test('404: that of another member', async (t) => {
      const server = await startServer(t);
      const [member, other] = [await aMember(server), await aMember(server)];
      assert.equal((await member.call('DELETE', `/sessions/${idOf(other)}`)).status, 404);
      assert.equal((await getSession(server, other.cookie)).status, 200);
    });
  },
);
