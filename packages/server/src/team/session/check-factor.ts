import type { AppError } from '../../errors.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow, PasskeyRow } from '../../store/tables.ts';
import { wrongGuess } from './attempts.ts';
import { checkCode } from './check-code.ts';
import { factorsOf } from './factors-of.ts';
import { factorNeeded, WRONG_CODE, WRONG_PASSKEY } from './new-session.ts';
import { type PreparedProof, usePasskey } from './use-passkey.ts';

export interface FactorRefusal {
  readonly error: AppError;
  /** Undefined: nothing was checked. */
  readonly failed?: 'code' | 'passkey';
  /** The member and the owners must be told. */
  readonly isAlert?: boolean;
}

interface FactorToCheck {
  readonly member: MemberRow;
  readonly passkeys: readonly PasskeyRow[];
  readonly code: string | undefined;
  readonly passkey: PreparedProof | undefined;
  /** An earlier sign-in used this browser. Then others cannot make it wait. */
  readonly isKnownBrowser: boolean;
}

/**
 * Checks the second factor after a password or link. Undefined: right, or no factor. Lock the
 * member first, and commit whatever the result is.
 */
export async function checkFactor(
  tx: Transaction,
  call: Pick<Call, 'client' | 'now'>,
  context: Pick<Available, 'config'>,
  { member, passkeys, code, passkey, isKnownBrowser }: FactorToCheck,
): Promise<FactorRefusal | undefined> {
  const factors = factorsOf(member, passkeys);
  if (factors.length === 0) return undefined;
  if (passkey !== undefined && factors.includes('passkey')) {
    if (await usePasskey(tx, call, context, { prepared: passkey, passkeys, isAlone: false })) return undefined;
    return { error: wrongGuess(factorNeeded(factors, WRONG_PASSKEY)), failed: 'passkey' };
  }
  // The password was right: no wrong guess.
  if (code === undefined || !factors.includes('code')) return { error: factorNeeded(factors) };
  const checked = await checkCode(tx, member, { code, isKnownBrowser, now: call.now });
  if (checked.result === 'right') return undefined;
  if (checked.result === 'waiting') return { error: checked.error };
  return { error: wrongGuess(factorNeeded(factors, WRONG_CODE)), failed: 'code', isAlert: checked.isAlert };
}
