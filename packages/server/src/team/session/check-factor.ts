import type { SecondFactor } from '@player-support/contract/enums';
import { fieldProblem, messageOf } from '@player-support/contract/field-problems';
import type { SignInRequest } from '@player-support/contract/team/session';
import { codeWait, consumeCode, FREE_CODES } from '../../domain/second-factor.ts';
import { DAY, SECOND } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { type AuditedCall, record } from '../../operations/audited.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow, PasskeyRow } from '../../store/tables.ts';
import { wrongGuess } from './attempts.ts';
import { prepareProof, usePasskey, WRONG_PASSKEY } from './use-passkey.ts';

/** A second alert within this time tells nothing new. */
const ALERT_AGAIN_MS = DAY;

export const WRONG_CODE = messageOf(fieldProblem('wrong-code'));

export type FactorProof = Pick<SignInRequest, 'code' | 'passkey'>;

/** Call it first: a transaction must not wait for the library. */
export async function prepareFactor({ code, passkey }: FactorProof) {
  return { code, passkey: passkey && (await prepareProof(passkey)) };
}

export interface FactorRefusal {
  readonly error: AppError;
  /** Undefined: nothing was checked. */
  readonly failed?: 'code' | 'passkey';
  /** Somebody guesses codes: this member and the owners must be told. */
  readonly alertOf?: MemberRow | undefined;
}

export interface FactorToCheck {
  readonly member: MemberRow;
  readonly passkeys: readonly PasskeyRow[];
  readonly given: Awaited<ReturnType<typeof prepareFactor>>;
  /** An earlier sign-in used this browser. Then others cannot make it wait. */
  readonly isKnownBrowser: boolean;
}

/**
 * Checks the second factor after a password or link, and counts wrong codes for all nodes.
 * Undefined: right, or no factor. Lock the member first, and commit whatever the result is.
 */
export async function checkFactor(
  tx: Transaction,
  call: AuditedCall & Pick<Call, 'client'>,
  context: Pick<Available, 'config'>,
  { member, passkeys, given: { code, passkey }, isKnownBrowser }: FactorToCheck,
): Promise<FactorRefusal | undefined> {
  const { now } = call;
  const factors: SecondFactor[] = [];
  if (member.totp_secret !== null) factors.push('code');
  if (passkeys.length > 0) factors.push('passkey');
  if (factors.length === 0) return undefined;
  const headers = { 'www-authenticate': 'Bearer' };
  const fail = async (failed: SecondFactor, detail: string, alertOf?: MemberRow): Promise<FactorRefusal> => {
    await record(tx, call, { details: { failed } });
    return { error: wrongGuess(new AppError('second-factor-required', { factors, detail, headers })), failed, alertOf };
  };
  if (passkey !== undefined && factors.includes('passkey')) {
    const isRight = await usePasskey(tx, call, context, passkey, { passkeys, isAlone: false });
    return isRight ? undefined : fail('passkey', WRONG_PASSKEY);
  }
  // The password was right: no wrong guess.
  if (code === undefined || !factors.includes('code')) {
    return { error: new AppError('second-factor-required', { factors, headers }) };
  }
  const wait = isKnownBrowser ? 0 : codeWait(member, now);
  if (wait > 0) return { error: tooManyCodes(wait) };
  const used = consumeCode(member, code, now);
  if (used !== undefined) {
    await tx.members.update({ ...member, ...used, wrong_codes: 0, last_wrong_code_at: null });
    return undefined;
  }
  const wrong_codes = member.wrong_codes + 1;
  const isTold = member.code_alert_at !== null && Math.abs(now - member.code_alert_at) < ALERT_AGAIN_MS;
  const isAlert = wrong_codes >= FREE_CODES && !isTold;
  const code_alert_at = isAlert ? now : member.code_alert_at;
  await tx.members.update({ ...member, wrong_codes, last_wrong_code_at: now, code_alert_at });
  return fail('code', WRONG_CODE, isAlert ? member : undefined);
}

function tooManyCodes(wait: number): AppError {
  const seconds = Math.ceil(wait / SECOND);
  return new AppError('rate-limited', {
    detail: `Too many wrong codes for this account. Wait ${seconds} seconds, or sign in with a browser that you used before.`,
    headers: { 'retry-after': String(seconds) },
  });
}
