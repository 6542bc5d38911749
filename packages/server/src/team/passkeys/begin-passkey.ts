import { BeginPasskeyRequest, PasskeyOptionsResponse } from '@player-support/contract/team/passkeys';
import { operation } from '../../operations/operation.ts';
import { withOwnFactor } from '../account/with-own-factor.ts';
import { newChallenge } from '../session/challenge.ts';
import { relyingParty } from '../session/relying-party.ts';
import { verifyOwnPassword } from '../session/verify-own-password.ts';
import { webauthn } from '../session/webauthn.ts';
import { ALGORITHMS } from './algorithms.ts';
import { purposeOfNewPasskey } from './purpose-of-new-passkey.ts';

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
    const { store } = context;
    const party = relyingParty(call, context);
    await verifyOwnPassword(call, context, body.password);
    const own = await withOwnFactor(call, context, async (_tx, own) => own);
    const { generateRegistrationOptions } = await webauthn();
    const options = await generateRegistrationOptions({
      rpName: SERVICE_NAME,
      rpID: party.id,
      userName: caller.session.email,
      userDisplayName: caller.name,
      userID: new Uint8Array(Buffer.from(caller.id)),
      challenge: await newChallenge(store, purposeOfNewPasskey(own), now),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: own.passkeys.map(({ credential_id: id }) => ({ id })),
      // So that the browser finds it without a name or ids.
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    return { status: 200, body: { options: { ...options } } };
  },
});
