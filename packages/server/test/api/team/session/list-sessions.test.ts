import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE } from '../../../../src/domain/time.ts';
import { listSessions } from '../../../../src/team/session/list-sessions.ts';
import { cookieOf, cookiesOf, getSession, signIn } from '../../../helpers/accounts.ts';
import { aMember, PASSWORD } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';

testTeamOperation(
  listSessions,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: () => ({}),
    statements: { usual: 1 },
  },
  () => {
    test('200: the device, the network and the last use of each, newest first', async (t) => {
      const server = await startServer(t, { env: { TRUST_PROXY: '1' } });
      const member = await aMember(server);
      await aMember(server);
      server.clock.advance(MINUTE);
      const from = (userAgent: string, address: string) =>
        signIn(server, member.email, PASSWORD, { headers: { 'user-agent': userAgent, 'x-forwarded-for': address } });
      const cookie = cookieOf(await from(FIREFOX, '203.0.113.77'));
      server.clock.advance(MINUTE);
      await from('<script>alert(1)</script>', '2001:db8:1:2:3:4:5:6');
      server.clock.advance(MINUTE);
      await getSession(server, cookie);
      await server.lastUse.write(server.clock.now, true);
      const { body } = await server.call('GET', '/api/v1/team/sessions', { headers: { cookie } });
      const shown = body.sessions.map(({ id: _id, expiresAt: _end, ...rest }: Record<string, unknown>) => rest);
      const at = (minutes: number) => `2026-01-01T12:0${minutes}:00.000Z`;
      assert.deepEqual(shown, [
        { current: false, device: null, address: '2001:db8:1::/48', createdAt: at(2), lastUsedAt: at(2) },
        { current: true, device: 'Firefox on Windows', address: '203.0.113.0/24', createdAt: at(1), lastUsedAt: at(3) },
        { current: false, device: null, address: null, createdAt: at(0), lastUsedAt: at(0) },
      ]);
    });

    test('a session ends if it is not used for the time that is set, and is not listed then', async (t) => {
      const server = await startServer(t, { env: { SESSION_IDLE_HOURS: '2' } });
      const member = await aMember(server);
      const [used, idle] = [await signIn(server, member.email), await signIn(server, member.email)].map(cookieOf);
      assert.ok(used && idle);
      for (let hour = 0; hour < 3; hour++) {
        server.clock.advance(HOUR);
        assert.equal((await getSession(server, used)).status, 200);
        await server.lastUse.write(server.clock.now, true);
      }
      assert.equal((await getSession(server, idle)).status, 401);
      const { body } = await server.call('GET', '/api/v1/team/sessions', { headers: { cookie: used } });
      assert.equal(body.sessions.length, 1);
    });

    test('signing in again ends the earlier session of this browser, and no other', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const first = await signIn(server, member.email);
      const elsewhere = await signIn(server, member.email);
      const again = await signIn(server, member.email, PASSWORD, { headers: { cookie: cookiesOf(first).join('; ') } });
      const status = async (reply: typeof first) => (await getSession(server, cookieOf(reply))).status;
      assert.deepEqual([await status(first), await status(elsewhere), await status(again)], [401, 200, 200]);
      // The browser is known without the session cookie.
      const browser = cookiesOf(again).find((one) => one.startsWith('player-support-browser='));
      const third = await signIn(server, member.email, PASSWORD, { headers: { cookie: browser ?? '' } });
      assert.deepEqual([await status(again), await status(elsewhere), await status(third)], [401, 200, 200]);
      // Another member in this browser ends the session of the replaced cookie.
      const colleague = await aMember(server);
      const cookies = { headers: { cookie: cookiesOf(third).join('; ') } };
      assert.equal((await signIn(server, colleague.email, PASSWORD, cookies)).status, 200);
      assert.equal(await status(third), 401);
    });
  },
);
