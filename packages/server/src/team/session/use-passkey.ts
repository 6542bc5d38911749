import type { PasskeyProof } from '@player-support/contract/team/passkeys';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { PasskeyRow } from '../../store/tables.ts';
import { relyingParty } from '../relying-party.ts';
import { credentialOf, expectAnswer, webauthn } from './webauthn.ts';

export const WRONG_PASSKEY = 'This passkey is unknown, or its response is wrong or too old. Try again.';

/** Call it first: a transaction must not wait for the library. */
export async function prepareProof(proof: PasskeyProof) {
  return { proof, verify: (await webauthn()).verifyAuthenticationResponse };
}

export type PreparedProof = Awaited<ReturnType<typeof prepareProof>>;

/**
 * Proves that the browser has one of these passkeys, and stores the use. `isAlone`: without a
 * password, so the device must have verified the person.
 */
export async function usePasskey(
  tx: Pick<Transaction, 'passkeys' | 'serviceSecrets' | 'usedChallenges'>,
  call: Pick<Call, 'client' | 'now'>,
  context: Pick<Available, 'config'>,
  { proof, verify }: PreparedProof,
  { passkeys, isAlone }: { readonly passkeys: readonly PasskeyRow[]; readonly isAlone: boolean },
): Promise<boolean> {
  const { id, clientDataJSON, authenticatorData, signature } = proof;
  const passkey = passkeys.find(({ credential_id }) => credential_id === id);
  if (passkey === undefined) return false;
  const answer = expectAnswer(call, context, tx, 'sign-in');
  const verified = await verify({
    ...answer.expected,
    response: credentialOf(id, { clientDataJSON, authenticatorData, signature }),
    requireUserVerification: isAlone,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
    // The library throws for every mistake of a caller.
  }).catch(() => undefined);
  if (!verified?.verified || !(await answer.use(tx))) return false;
  const { newCounter: counter } = verified.authenticationInfo;
  const { id: host } = relyingParty(call, context);
  await tx.passkeys.used(passkey.passkey_id, { counter, last_used_at: call.now, host });
  return true;
}
