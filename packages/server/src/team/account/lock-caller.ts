import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';

/** Locks the calling member, and returns its row. @throws AppError `not-found` */
export async function lockCaller(tx: Pick<Transaction, 'members'>, id: string): Promise<MemberRow> {
  const member = await tx.members.lock(id);
  if (member === undefined) throw new AppError('not-found');
  return member;
}
