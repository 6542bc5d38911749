import { fieldProblem, messageOf } from '@player-support/contract/field-problems';
import { AddPasskeyRequest, PasskeyResponse } from '@player-support/contract/team/passkeys';
import { newId } from '../../domain/ids.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { lockCaller } from '../account/lock-caller.ts';
import { relyingParty } from '../relying-party.ts';
import { credentialOf, expectAnswer, webauthn } from '../session/webauthn.ts';
import { presentPasskey } from './list-passkeys.ts';
import { ALGORITHMS, purposeOfNewPasskey } from './new-passkey.ts';

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
    const purpose = purposeOfNewPasskey(caller.session, await store.passkeys.ofMember(caller.id));
    const answer = expectAnswer(call, context, store, purpose);
    const { verifyRegistrationResponse } = await webauthn();
    const verified = await verifyRegistrationResponse({
      ...answer.expected,
      response: credentialOf(id, { clientDataJSON, attestationObject }),
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
      host: relyingParty(call, context).id,
    };
    await audited(call, store, async (tx) => {
      const member = await lockCaller(tx, caller);
      const passkeys = await tx.passkeys.ofMember(caller.id);
      if (purposeOfNewPasskey(member, passkeys) !== purpose || !(await answer.use(tx))) throw invalid();
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
    return { status: 201, body: presentPasskey(row, row.host), headers: { location: '/api/v1/team/account/passkeys' } };
  },
});
