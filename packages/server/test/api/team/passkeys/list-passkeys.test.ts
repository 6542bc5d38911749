import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPasskeys } from '../../../../src/team/passkeys/list-passkeys.ts';
import { withPasskey } from '../../../helpers/authenticator.ts';
import { aMember } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

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
        [{ name: 'Phone', createdAt: '2026-01-01T12:00:00.000Z', lastUsedAt: null }],
      );
    });
  },
);
