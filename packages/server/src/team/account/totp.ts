import { NO_FACTOR } from '../../domain/second-factor.ts';
import { AppError } from '../../errors.ts';
import type { MemberRow } from '../../store/tables.ts';

export function withoutTotp(member: MemberRow): MemberRow {
  return { ...member, ...NO_FACTOR, code_alert_at: member.code_alert_at };
}

/**
 * A stolen session must not be enough to replace a second factor. Throws AppError `already-exists`.
 */
export function requireNoTotp({ totp_secret }: Pick<MemberRow, 'totp_secret'>): void {
  if (totp_secret === null) return;
  throw new AppError('already-exists', { detail: 'The second factor is already on. Turn it off first.' });
}
