import type { PasskeyProof } from '@player-support/contract/team/passkeys';
import { type AppError, invalid } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import type { ContextWith } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow, PasskeyRow } from '../../store/tables.ts';
import { countGuess, wrongGuess } from '../session/attempts.ts';
import { checkFactor, type FactorRefusal } from '../session/check-factor.ts';
import { factorsOf } from '../session/factors-of.ts';
import { tellWrongCodes } from '../session/tell-wrong-codes.ts';
import { prepareProof } from '../session/use-passkey.ts';
import { wrongOwnPassword } from '../session/verify-own-password.ts';
import { lockCaller } from './lock-caller.ts';

interface FactorProof {
  readonly code?: string;
  readonly passkey?: PasskeyProof;
}

/** The locked caller, and its passkeys before the factor was used. */
export interface MemberAndPasskeys {
  readonly member: MemberRow;
  readonly passkeys: readonly PasskeyRow[];
}

/**
 * Checks the caller's second factor, if any, and runs `change` in its transaction. Check the
 * password first. `accepts: 'code'` ignores passkeys. Throws AppError `validation` or
 * `rate-limited`.
 */
export async function withOwnFactor<T>(
  call: Call<'member', FactorProof>,
  context: ContextWith<'limits' | 'notifier'>,
  change: (tx: Transaction, own: MemberAndPasskeys) => Promise<T>,
  accepts: 'any' | 'code' = 'any',
): Promise<T> {
  const { caller, client, now } = call;
  const { code, passkey: proof } = call.body;
  const passkey = proof && (await prepareProof(proof));
  const { email, session_hash } = caller.session;
  const guess = { address: client().address, email, knownBrowser: session_hash, now };
  return countGuess(context, guess, async () => {
    const outcome = await context.store.transaction(async (tx) => {
      const member = await lockCaller(tx, caller);
      // Another request of this session has replaced the verified password.
      if (member.password_hash !== caller.session.password_hash) throw wrongOwnPassword('password');
      const passkeys = accepts === 'any' ? await tx.passkeys.ofMember(caller.id) : [];
      const factor = { member, passkeys, code, passkey, isKnownBrowser: true };
      const refusal = await checkFactor(tx, call, context, factor);
      if (refusal !== undefined) {
        const { failed } = refusal;
        if (failed !== undefined) await record(tx, call, { details: { failed } });
        return { refusal, member, passkeys };
      }
      return { value: await change(tx, { member, passkeys }) };
    });
    if ('value' in outcome) return outcome.value;
    const { refusal, member, passkeys } = outcome;
    if (refusal.isAlert) await tellWrongCodes(context, member, now);
    throw refusedFactor(refusal, factorsOf(member, passkeys).includes('code'));
  });
}

/** A 400, because the session is still valid. */
function refusedFactor({ error, failed }: FactorRefusal, hasCode: boolean): AppError {
  if (error.code !== 'second-factor-required') return error;
  const field = failed ?? (hasCode ? 'code' : 'passkey');
  const codeProblem = failed === 'code' ? 'wrong-code' : 'code-needed';
  const refused = invalid(field, field === 'code' ? codeProblem : 'passkey-needed');
  return failed === undefined ? refused : wrongGuess(refused);
}
