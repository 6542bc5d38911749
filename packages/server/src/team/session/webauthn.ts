import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE } from '../../domain/time.ts';
import { hashSecret } from '../../domain/tokens.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Store, Transaction } from '../../store/store.ts';
import type { UsedChallengeRow } from '../../store/tables.ts';
import { relyingParty } from '../relying-party.ts';

const SECRET_NAME = 'passkey-challenge';
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const TAG_BYTES = 16;
const SIGNED_BYTES = TIME_BYTES + RANDOM_BYTES;
/** For the browser's answer. */
const LIFETIME_MS = 5 * MINUTE;

/** Loaded at a passkey's first use: it takes 0.2 s. */
export const webauthn = () => import('@simplewebauthn/server');

/** What an answer proves. `add` is bound to a member and its factors. */
export type Purpose = 'sign-in' | `add ${string}`;

type Secrets = Pick<Store, 'serviceSecrets'>;

const keyOf = async ({ serviceSecrets }: Secrets) =>
  (await serviceSecrets.byName(SECRET_NAME)) ??
  serviceSecrets.createOnce(SECRET_NAME, randomBytes(32).toString('base64url'));

const tagOf = (key: string, purpose: Purpose, signed: Uint8Array) =>
  createHmac('sha256', key).update(`${purpose}\0`).update(signed).digest().subarray(0, TAG_BYTES);

/** Signed, not stored: asking for many fills nothing, and any node accepts the answer. */
export async function newChallenge(store: Secrets, purpose: Purpose, now: number): Promise<Uint8Array<ArrayBuffer>> {
  const signed = Buffer.alloc(SIGNED_BYTES);
  signed.writeUIntBE(now + LIFETIME_MS, 0, TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(signed, TIME_BYTES);
  return new Uint8Array(Buffer.concat([signed, tagOf(await keyOf(store), purpose, signed)]));
}

/** Undefined: not ours, for another purpose, or expired. */
async function expiryOf(store: Secrets, purpose: Purpose, challenge: string, now: number): Promise<number | undefined> {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== SIGNED_BYTES + TAG_BYTES) return undefined;
  const signed = bytes.subarray(0, SIGNED_BYTES);
  if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), tagOf(await keyOf(store), purpose, signed))) return undefined;
  const expiresAt = signed.readUIntBE(0, TIME_BYTES);
  return expiresAt > now ? expiresAt : undefined;
}

/**
 * Checks an answer's page and challenge. First the library calls `expectedChallenge`, then `use`
 * takes the challenge, once.
 */
export function expectAnswer(
  call: Pick<Call, 'client' | 'now'>,
  context: Pick<Available, 'config'>,
  store: Secrets,
  purpose: Purpose,
) {
  const party = relyingParty(call, context);
  let answered: UsedChallengeRow | undefined;
  return {
    /** For the library, which reads the challenge in the answer. */
    expected: {
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      async expectedChallenge(challenge: string): Promise<boolean> {
        const expires_at = await expiryOf(store, purpose, challenge, call.now);
        answered = expires_at === undefined ? undefined : { challenge_hash: hashSecret(challenge), expires_at };
        return answered !== undefined;
      },
    },
    /** False: it was not expected, or was used before. */
    async use({ usedChallenges }: Pick<Transaction, 'usedChallenges'>): Promise<boolean> {
      return answered !== undefined && usedChallenges.use(answered);
    },
  };
}

export const credentialOf = <Response>(id: string, response: Response) =>
  ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }) as const;
