import type { MemberCaller } from '../../operations/callers.ts';
import { sessionEnded } from '../../operations/unauthorized.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';

/** The session may have ended while a slow body came. Throws AppError `unauthorized`. */
export async function lockCaller(tx: Transaction, { id, session }: MemberCaller): Promise<MemberRow> {
  const member = await tx.members.lock(id);
  const isSignedIn = member?.disabled_at === null && (await tx.memberSessions.exists(session.session_hash));
  if (!isSignedIn) throw sessionEnded();
  return member;
}
