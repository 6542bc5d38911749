import { fieldProblem, messageOf } from '@player-support/contract/field-problems';
import { AddPasskeyRequest, PasskeyResponse } from '@player-support/contract/team/passkeys';
import { newId } from '../../domain/ids.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { lockCaller } from '../account/lock-caller.ts';
import { expectChallenge } from '../session/challenge.ts';
import { relyingParty } from '../session/relying-party.ts';
import { webauthn } from '../session/webauthn.ts';
import { ALGORITHMS } from './algorithms.ts';
import { presentPasskey } from './present-passkey.ts';
import { purposeOfNewPasskey } from './purpose-of-new-passkey.ts';

const MAX_PASSKEYS = 20;
const INVALID = fieldProblem('wrong-passkey');
/** WebAuthn Level 3, section 5.8.4. Others are left out. */
const TRANSPORTS = new Set(['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

const invalid = () => new AppError('validation', { detail: messageOf(INVALID), problems: { $: [INVALID] } });

export const addPasskey = operation({
  id: 'AddPasskey',
  tag: 'Account',
  summary: 'Add a passkey',
  description: 'It signs in without the password, and is a second factor beside it.',
  method: 'POST',
  url: '/api/v1/team/account/passkeys',
  auth: 'member',
  role: 'viewer',
  withoutFactor: true,
  body: AddPasskeyRequest,
  audited: true,
  success: { status: 201, schema: PasskeyResponse },
  failures: [409],

  async handle(call, context) {
    const { body, caller, now } = call;
    const { name, id, clientDataJSON, attestationObject } = body;
    const { store, live } = context;
    const party = relyingParty(call, context);
    const purpose = purposeOfNewPasskey({
      member: caller.session,
      passkeys: await store.passkeys.ofMember(caller.id),
    });
    const challenge = expectChallenge(store, purpose, now);
    const { verifyRegistrationResponse } = await webauthn();
    const verified = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge.isExpected,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
      // The library throws for every mistake of a caller.
    }).catch(() => undefined);
    if (!verified?.verified) throw invalid();
    const { credential } = verified.registrationInfo;
    const row = {
      passkey_id: newId('passkey', now),
      member_id: caller.id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(body.transports.filter((transport) => TRANSPORTS.has(transport))),
      name,
      created_at: now,
      last_used_at: null,
    };
    await audited(call, store, async (tx) => {
      const member = await lockCaller(tx, caller);
      const passkeys = await tx.passkeys.ofMember(caller.id);
      if (purposeOfNewPasskey({ member, passkeys }) !== purpose) throw invalid();
      if (!(await challenge.use(tx))) throw invalid();
      if (passkeys.length >= MAX_PASSKEYS) {
        throw new AppError('already-exists', { detail: `You have ${MAX_PASSKEYS} passkeys. Remove one first.` });
      }
      if (!(await tx.passkeys.insert(row))) {
        throw new AppError('already-exists', { detail: 'This passkey is already registered.' });
      }
      // Ends an app's unfinished setup: another person may have begun it, without this passkey.
      if (member.totp_pending !== null) await tx.members.update({ ...member, totp_pending: null });
      return [undefined, { target: row.passkey_id }];
    });
    live.settingsChanged('members');
    return { status: 201, body: presentPasskey(row), headers: { location: '/api/v1/team/account/passkeys' } };
  },
});
