import type { PasskeyProof } from '@player-support/contract/team/passkeys';
import type { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { PasskeyRow } from '../../store/tables.ts';
import { expectChallenge } from './challenge.ts';
import { relyingParty } from './relying-party.ts';
import { webauthn } from './webauthn.ts';

export interface PreparedProof {
  readonly proof: PasskeyProof;
  readonly verify: typeof verifyAuthenticationResponse;
}

/** Call it first: a transaction must not wait for the library. */
export async function prepareProof(proof: PasskeyProof): Promise<PreparedProof> {
  return { proof, verify: (await webauthn()).verifyAuthenticationResponse };
}

interface Use {
  readonly prepared: PreparedProof;
  readonly passkeys: readonly PasskeyRow[];
  /** There was no password, so the device must have verified the person. */
  readonly isAlone: boolean;
}

/**
 * Proves that the browser has one of these passkeys, and stores the use. Each challenge can be
 * answered once.
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
    // The library throws for every mistake of a caller.
  }).catch(() => undefined);
  if (!verified?.verified) return false;
  if (!(await challenge.use(tx))) return false;
  await tx.passkeys.used(passkey.passkey_id, verified.authenticationInfo.newCounter, now);
  return true;
}
