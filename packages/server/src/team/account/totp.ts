import { AppError } from '../../errors.ts';
import type { MemberRow } from '../../store/tables.ts';

/** The row of a member with its second factor removed. */
export function withoutTotp(member: MemberRow): MemberRow {
  return { ...member, totp_secret: null, totp_pending: null, totp_step: null, recovery_codes: '[]' };
}

/**
 * Refuses a member who has a second factor: a stolen session must not be enough to replace it.
 *
 * @throws AppError `already-exists`
 */
export function requireNoTotp({ totp_secret }: MemberRow): void {
  if (totp_secret === null) return;
  throw new AppError('already-exists', { detail: 'The second factor is already on. Turn it off first.' });
}
