import { AppError } from '../../errors.ts';
import type { MemberRow } from '../../store/tables.ts';

/** A member without a second factor. */
export function withoutTotp(member: MemberRow): MemberRow {
  return { ...member, totp_secret: null, totp_pending: null, totp_step: null, recovery_codes: '[]' };
}

/** @throws AppError `already-exists`: who has only the session must not replace what guards the account */
export function requireNone({ totp_secret }: MemberRow): void {
  if (totp_secret === null) return;
  throw new AppError('already-exists', { detail: 'The second factor is already on. Turn it off first.' });
}
