import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginPasskeySignIn } from '../../../../src/team/passkeys/begin-passkey-sign-in.ts';
import { startServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  beginPasskeySignIn,
  {
    access: 'public',
    request: () => ({}),
    changeFeed: [],
    statements: { usual: 1 },
  },
  () => {
    test('200: names no passkey, and stores nothing', async (t) => {
      const server = await startServer(t, { env: { PUBLIC_URL: 'https://support.example.com' } });
      const { body } = await server.call('POST', '/api/v1/team/session/passkey/begin');
      const { options } = body;
      assert.deepEqual([options.rpId, options.allowCredentials], ['support.example.com', undefined]);
      assert.equal(await server.store.usedChallenges.anyExpired(Number.MAX_SAFE_INTEGER), false);
    });
  },
);
