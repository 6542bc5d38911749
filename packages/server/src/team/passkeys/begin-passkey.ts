import { BeginPasskeyRequest, PasskeyOptionsResponse } from '@player-support/contract/team/passkeys';
import { operation } from '../../operations/operation.ts';
import { withOwnFactor } from '../account/with-own-factor.ts';
import { relyingParty } from '../relying-party.ts';
import { verifyOwnPassword } from '../session/verify-own-password.ts';
import { newChallenge, webauthn } from '../session/webauthn.ts';
import { ALGORITHMS, purposeOfNewPasskey } from './new-passkey.ts';

const SERVICE_NAME = 'Player Support';

export const beginPasskey = operation({
  id: 'BeginPasskey',
  tag: 'Account',
  summary: 'Begin to add a passkey',
  description:
    'The options for `navigator.credentials.create`. Valid for five minutes. If you have a second factor, also send `code` or `passkey`.',
  method: 'POST',
  url: '/api/v1/team/account/passkeys/begin',
  auth: 'member',
  role: 'viewer',
  withoutFactor: true,
  body: BeginPasskeyRequest,
  needs: ['limits', 'notifier', 'passwords'],
  success: { status: 200, schema: PasskeyOptionsResponse },

  async handle(call, context) {
    const { body, caller, now } = call;
    await verifyOwnPassword(call, context, body.password);
    const { member, passkeys } = await withOwnFactor(call, context, 'any', async (_tx, own) => own);
    const { generateRegistrationOptions } = await webauthn();
    const options = await generateRegistrationOptions({
      rpName: SERVICE_NAME,
      rpID: relyingParty(call, context).id,
      userName: caller.session.email,
      userDisplayName: caller.name,
      userID: new Uint8Array(Buffer.from(caller.id)),
      challenge: await newChallenge(context.store, purposeOfNewPasskey(member, passkeys), now),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: passkeys.map(({ credential_id: id }) => ({ id })),
      // So that the browser finds it without a name or ids.
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    return { status: 200, body: { options: { ...options } } };
  },
});
