import type { AuditDetails } from '../../operations/audit-details.ts';
import { OperatorError } from '../../operator-error.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';
import { asOperator } from '../as-operator.ts';
import { print } from '../output.ts';
import { withStore } from '../with-store.ts';

interface LockedMember {
  readonly tx: Transaction;
  readonly member: MemberRow;
  /** Owners of all projects. */
  readonly owners: number;
  readonly now: number;
}

interface MemberChange {
  readonly text: string;
  readonly details?: AuditDetails;
  /** So the audit log gets no entry. */
  readonly isUnchanged?: true;
}

/** Prints what was done. Throws OperatorError. */
export async function changeMemberAsOperator(
  email: string,
  operation: string,
  change: (locked: LockedMember) => Promise<MemberChange>,
): Promise<void> {
  const text = await withStore(
    (store) =>
      asOperator(store, operation, async (tx, now) => {
        // The API locks in the same order, so they cannot deadlock.
        const owners = await tx.members.lockOwners();
        const found = await tx.members.byEmail(email.toLowerCase());
        const member = found && (await tx.members.lock(found.member_id));
        if (member === undefined) throw new OperatorError(`there is no member ${JSON.stringify(email)}`);
        const { text, details = {}, isUnchanged } = await change({ tx, member, owners, now });
        return { result: text, subject: isUnchanged ? undefined : { target: member.member_id, details } };
      }),
    { mustExist: true },
  );
  print(text);
}
