import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endPasskey } from '../../../../src/team/passkeys/end-passkey.ts';
import { proofOf, withPasskey } from '../../../helpers/authenticator.ts';
import { aMember, PASSWORD } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  endPasskey,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: async ({ server, member }) => {
      if (member === undefined) return { params: { passkeyId: 'pky_none' }, body: { password: PASSWORD } };
      const device = await withPasskey(server, member);
      const rows = await server.store.passkeys.ofMember(member.id);
      const passkeyId = rows.find(({ credential_id }) => credential_id === device.id)?.passkey_id ?? '';
      return { params: { passkeyId }, body: { password: PASSWORD, ...(await proofOf(server, device)) } };
    },
    statuses: {
      400: changed({ body: { password: 'wrong' } }),
      404: changed({ params: { passkeyId: 'pky_none' } }),
    },
    statements: { usual: 8 },
    changeFeed: [settingsChange('members')],
  },
  () => {
    test('404: that of another member', async (t) => {
      const server = await startServer(t);
      const [member, other] = [await aMember(server), await aMember(server)];
      await withPasskey(server, other);
      const [row] = await server.store.passkeys.ofMember(other.id);
      const end = await member.call('POST', `/account/passkeys/${row?.passkey_id}/end`, { password: PASSWORD });
      assert.equal(end.status, 404);
      assert.equal((await server.store.passkeys.ofMember(other.id)).length, 1);
    });
  },
);
