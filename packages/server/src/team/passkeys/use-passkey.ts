import type { PasskeyProof } from '@player-support/contract/team/passkeys';
import type { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { PasskeyRow } from '../../store/tables.ts';
import { expectChallenge } from './challenge.ts';
import { relyingParty } from './relying-party.ts';
import { webauthn } from './webauthn.ts';

/** What a browser has sent, and the function that verifies it. */
export interface PreparedProof {
  readonly proof: PasskeyProof;
  readonly verify: typeof verifyAuthenticationResponse;
}

/** Call it before the transaction, which must not wait until the library is loaded. */
export async function prepareProof(proof: PasskeyProof): Promise<PreparedProof> {
  return { proof, verify: (await webauthn()).verifyAuthenticationResponse };
}

interface Use {
  readonly prepared: PreparedProof;
  /** The passkeys of the member. */
  readonly passkeys: readonly PasskeyRow[];
  /** Whether there was no password. Then the device must have verified the person itself. */
  readonly isAlone: boolean;
}

/**
 * Whether a browser's answer proves that it has one of these passkeys. Each challenge can be
 * answered once. Stores the use.
 */
export async function usePasskey(
  tx: Pick<Transaction, 'passkeys' | 'serviceSecrets' | 'usedChallenges'>,
  call: Pick<Call, 'client' | 'now'>,
  context: Pick<Available, 'config'>,
  { prepared: { proof, verify }, passkeys, isAlone }: Use,
): Promise<boolean> {
  const { now } = call;
  const party = relyingParty(call, context);
  const passkey = passkeys.find(({ credential_id }) => credential_id === proof.id);
  if (passkey === undefined) return false;
  const challenge = expectChallenge(tx, 'sign-in', now);
  const verified = await verify({
    response: {
      id: proof.id,
      rawId: proof.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: proof.clientDataJSON,
        authenticatorData: proof.authenticatorData,
        signature: proof.signature,
      },
    },
    expectedChallenge: challenge.isExpected,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: isAlone,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
    // The library throws for everything that a caller can get wrong.
  }).catch(() => undefined);
  if (!verified?.verified) return false;
  if (!(await challenge.use(tx))) return false;
  await tx.passkeys.used(passkey.passkey_id, verified.authenticationInfo.newCounter, now);
  return true;
}
