import { SignInOptionsResponse } from '@player-support/contract/team/session';
import { operation } from '../../operations/operation.ts';

export const getSignInOptions = operation({
  id: 'GetSignInOptions',
  tag: 'Session',
  summary: 'Get the ways to sign in',
  description: 'With a provider, a browser opens `/api/v1/team/oidc/start` to sign in.',
  method: 'GET',
  url: '/api/v1/team/sign-in-options',
  auth: 'none',
  addressLimit: 'oidcAddress',
  success: { status: 200, schema: SignInOptionsResponse },

  async handle(_call, { config: { oidc } }) {
    const isOn = oidc.issuer !== '';
    return { status: 200, body: { provider: isOn ? oidc.name : null, passwords: isOn ? oidc.passwords : 'all' } };
  },
});
