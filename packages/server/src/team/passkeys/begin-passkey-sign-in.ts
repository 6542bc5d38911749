import { PasskeyOptionsResponse } from '@player-support/contract/team/passkeys';
import { operation } from '../../operations/operation.ts';
import { relyingParty } from '../relying-party.ts';
import { newChallenge, webauthn } from '../session/webauthn.ts';

export const beginPasskeySignIn = operation({
  id: 'BeginPasskeySignIn',
  tag: 'Session',
  summary: 'Begin to use a passkey',
  description:
    'The options for `navigator.credentials.get`. They name no passkey, so they reveal nothing. Valid for five minutes.',
  method: 'POST',
  url: '/api/v1/team/session/passkey/begin',
  auth: 'none',
  ownPagesOnly: true,
  addressLimit: 'passkeyAddress',
  success: { status: 200, schema: PasskeyOptionsResponse },

  async handle(call, context) {
    const { generateAuthenticationOptions } = await webauthn();
    const options = await generateAuthenticationOptions({
      rpID: relyingParty(call, context).id,
      challenge: await newChallenge(context.store, 'sign-in', call.now),
      userVerification: 'preferred',
    });
    return { status: 200, body: { options: { ...options } } };
  },
});
