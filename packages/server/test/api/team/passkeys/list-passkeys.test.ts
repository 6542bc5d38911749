import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPasskeys } from '../../../../src/team/passkeys/list-passkeys.ts';
import { proofOf, withPasskey } from '../../../helpers/authenticator.ts';
import { aMember } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { cli, printed } from '../../../helpers/programs.ts';
import { withTotp } from '../../../helpers/things.ts';

testTeamOperation(
  listPasskeys,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: () => ({}),
    statements: { usual: 1 },
  },
  () => {
    test('200: only those of the member, without keys', async (t) => {
      const server = await startServer(t);
      const [member, other] = [await aMember(server), await aMember(server)];
      await withPasskey(server, member);
      await withPasskey(server, other);
      const { passkeys } = (await member.call('GET', '/account/passkeys')).body;
      assert.deepEqual(
        passkeys.map(({ id: _id, ...rest }: { id: string }) => rest),
        [{ name: 'Phone', createdAt: '2026-01-01T12:00:00.000Z', lastUsedAt: null, host: '127.0.0.1', usable: true }],
      );
    });

    test('200: one of 0.2.0 has no host until it is used', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const device = await withPasskey(server, member);
      const listed = async () => (await member.call('GET', '/account/passkeys')).body.passkeys[0];
      const { id } = await listed();
      await server.store.passkeys.used(id, { counter: 0, last_used_at: 1, host: null });
      assert.deepEqual([(await listed()).host, (await listed()).usable], [null, true]);
      const settings = { DATABASE_URL: server.databaseUrl, PUBLIC_URL: server.url };
      const unknown = /^warning +it is unknown whether the passkeys of 1 members work at 127\.0\.0\.1: /m;
      assert.match(printed(await cli(['doctor'], settings)), unknown);
      const { passkey } = await proofOf(server, device);
      const headers = { 'sec-fetch-site': 'same-origin' };
      const signedIn = await server.call('POST', '/api/v1/team/session/passkey', { headers, body: { passkey } });
      assert.equal(signedIn.status, 200, signedIn.text);
      assert.equal((await listed()).host, '127.0.0.1');
      assert.doesNotMatch(printed(await cli(['doctor'], settings)), unknown);
    });

    test('200: after a move to another host they are unusable, there and in the list of members', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server, 'admin');
      await withPasskey(server, member);
      const withApp = await aMember(server);
      const [code] = await withTotp(server, withApp);
      await withPasskey(server, withApp, { factor: { code } });
      const PUBLIC_URL = 'https://support.new.example';
      const settings = { DATABASE_URL: server.databaseUrl, PUBLIC_URL };
      const warned =
        /^warning +1 members have only passkeys of another address than support\.new\.example, so they cannot/m;
      assert.match(printed(await cli(['doctor'], settings)), warned, 'before the move');
      assert.match(printed(await cli(['member', 'list'], settings)), / passkey of another address +/);
      const here = { ...settings, PUBLIC_URL: server.url };
      assert.doesNotMatch(printed(await cli(['doctor'], here)), warned);
      assert.match(printed(await cli(['member', 'list'], here)), / passkey +/);

      const headers = { cookie: member.cookie, host: 'localhost' };
      const own = await server.call('GET', '/api/v1/team/account/passkeys', { headers });
      assert.deepEqual([own.body.passkeys[0].host, own.body.passkeys[0].usable], ['127.0.0.1', false]);
      const usableAt = async (at: Record<string, string>) => {
        const { members } = (await server.call('GET', '/api/v1/team/members', { token: server.teamKey, headers: at }))
          .body;
        return members.map(({ passkeyUsable }: { passkeyUsable: boolean }) => passkeyUsable);
      };
      assert.deepEqual(
        [await usableAt({}), await usableAt({ host: 'localhost' })],
        [
          [true, true],
          [false, false],
        ],
      );
    });
  },
);
