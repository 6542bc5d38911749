import { newInvitation } from '../../domain/invitation.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';
import { accessOf } from '../grants.ts';

/** Replaces earlier ones. The member must be locked. Throws AppError `member-disabled`. */
export async function passwordLink(tx: Transaction, member: MemberRow, now: number, createdBy?: string) {
  if (member.disabled_at !== null) throw new AppError('member-disabled');
  const { member_id: memberId, email } = member;
  const link = newInvitation({ ...accessOf(member), email, memberId, createdBy }, now);
  await tx.invitations.removeOf(memberId);
  await tx.invitations.insert(link.row);
  return link;
}
