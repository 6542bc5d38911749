import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSignInOptions as operation } from '../../../../src/team/oidc/get-sign-in-options.ts';
import { startServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/team/sign-in-options';
/** Nobody listens: the sign-in options need no provider. */
const OIDC = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'support', PUBLIC_URL: 'https://support.example' };

testTeamOperation(
  operation,
  {
    access: 'public',
    request: () => ({}),
    statements: { usual: 0 },
  },
  () => {
    for (const [title, env, expected] of [
      ['without a provider everybody has a password', {}, { provider: null, passwords: 'all' }],
      ['the name of the provider', { ...OIDC, OIDC_NAME: 'Studio' }, { provider: 'Studio', passwords: 'owners' }],
      [
        'passwords for everybody besides the provider',
        { ...OIDC, OIDC_PASSWORDS: 'all' },
        { provider: 'single sign-on', passwords: 'all' },
      ],
      [
        'the setting for passwords has no effect alone',
        { OIDC_PASSWORDS: 'owners' },
        { provider: null, passwords: 'all' },
      ],
    ] as const) {
      test(title, async (t) => {
        const server = await startServer(t, { env: { ...env } });
        assert.deepEqual((await server.call('GET', PATH)).body, expected);
      });
    }
  },
);
