import { codeWait, consumeCode, FREE_CODES } from '../../domain/second-factor.ts';
import { DAY, SECOND } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';

/** A second alert within this time tells nothing new. */
const ALERT_AGAIN_MS = DAY;

/** `waiting`: the code was not checked. */
export type CodeCheck =
  | { readonly result: 'right'; readonly member: MemberRow }
  | { readonly result: 'wrong'; readonly member: MemberRow; readonly isAlert: boolean }
  | { readonly result: 'waiting'; readonly error: AppError };

interface CodeToCheck {
  readonly code: string;
  /** An earlier sign-in used this browser. Then others cannot make it wait. */
  readonly isKnownBrowser: boolean;
  readonly now: number;
}

/** Counts wrong codes, for all nodes. Lock the member first, and commit whatever the result is. */
export async function checkCode(
  tx: Pick<Transaction, 'members'>,
  member: MemberRow,
  { code, isKnownBrowser, now }: CodeToCheck,
): Promise<CodeCheck> {
  const wait = isKnownBrowser ? 0 : codeWait(member, now);
  if (wait > 0) return { result: 'waiting', error: tooManyCodes(wait) };
  const used = consumeCode(member, code, now);
  if (used !== undefined) {
    const changed = { ...member, ...used, wrong_codes: 0, last_wrong_code_at: null };
    await tx.members.update(changed);
    return { result: 'right', member: changed };
  }
  const wrong_codes = member.wrong_codes + 1;
  const isTold = member.code_alert_at !== null && now - member.code_alert_at < ALERT_AGAIN_MS;
  const isAlert = wrong_codes >= FREE_CODES && !isTold;
  const code_alert_at = isAlert ? now : member.code_alert_at;
  const changed = { ...member, wrong_codes, last_wrong_code_at: now, code_alert_at };
  await tx.members.update(changed);
  return { result: 'wrong', member: changed, isAlert };
}

function tooManyCodes(wait: number): AppError {
  const seconds = Math.ceil(wait / SECOND);
  return new AppError('rate-limited', {
    detail: `Too many wrong codes for this account. Wait ${seconds} seconds, or sign in with a browser that you used before.`,
    headers: { 'retry-after': String(seconds) },
  });
}
