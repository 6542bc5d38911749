import { type AppError, invalid } from '../../errors.ts';
import type { ContextWith } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import { countOwnGuess, wrongGuess } from '../session/attempts.ts';
import {
  checkFactor,
  type FactorProof,
  type FactorRefusal,
  type FactorToCheck,
  prepareFactor,
} from '../session/check-factor.ts';
import { tellWrongCodes } from '../session/tell-wrong-codes.ts';
import { wrongOwnPassword } from '../session/verify-own-password.ts';
import { lockCaller } from './lock-caller.ts';

/**
 * Checks the caller's second factor, if any, and runs `change` in its transaction. Check the
 * password first. `code`: without passkeys. Throws AppError `validation` or `rate-limited`.
 */
export async function withOwnFactor<T>(
  call: Call<'member', FactorProof>,
  context: ContextWith<'limits' | 'notifier'>,
  accepts: 'any' | 'code',
  change: (tx: Transaction, own: Pick<FactorToCheck, 'member' | 'passkeys'>) => Promise<T>,
): Promise<T> {
  const { caller, body, now } = call;
  const given = await prepareFactor(body);
  return countOwnGuess(call, context, async () => {
    const outcome = await context.store.transaction(async (tx) => {
      const member = await lockCaller(tx, caller);
      // Another request of this session has replaced the verified password.
      if (member.password_hash !== caller.session.password_hash) throw wrongOwnPassword('password');
      const passkeys = accepts === 'any' ? await tx.passkeys.ofMember(caller.id) : [];
      const refusal = await checkFactor(tx, call, context, { member, passkeys, given, isKnownBrowser: true });
      return refusal === undefined ? { value: await change(tx, { member, passkeys }) } : { refusal };
    });
    if ('value' in outcome) return outcome.value;
    const { alertOf } = outcome.refusal;
    if (alertOf !== undefined) await tellWrongCodes(context, alertOf, now);
    throw refusedFactor(outcome.refusal);
  });
}

/** A 400, because the session is still valid. */
function refusedFactor({ error, failed }: FactorRefusal): AppError {
  if (error.code !== 'second-factor-required') return error;
  const field = failed ?? (error.factors?.includes('code') ? 'code' : 'passkey');
  const codeProblem = failed === 'code' ? 'wrong-code' : 'code-needed';
  const refused = invalid(field, field === 'code' ? codeProblem : 'passkey-needed');
  return failed === undefined ? refused : wrongGuess(refused);
}
