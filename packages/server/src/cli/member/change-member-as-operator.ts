import { OperatorError } from '../../operator-error.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';
import type { AuditDetails } from '../../team/audit/audit-details.ts';
import { print } from '../output.ts';
import { withStore } from '../with-store.ts';
import { asOperator } from './as-operator.ts';

interface Found {
  readonly tx: Transaction;
  readonly member: MemberRow;
  /** Members that are owners of all projects. */
  readonly owners: number;
  readonly now: number;
}

interface Changed {
  /** What the command prints. */
  readonly text: string;
  /** For the audit log. It gets no entry if nothing changed. */
  readonly details?: AuditDetails;
  readonly isUnchanged?: true;
}

/** Changes the member with this e-mail address and prints what was done. @throws OperatorError */
export async function changeMemberAsOperator(
  email: string,
  operation: string,
  change: (found: Found) => Promise<Changed>,
): Promise<void> {
  const text = await withStore((store) =>
    asOperator(store, operation, async (tx, now) => {
      // Locked in the same order as by the API, so that the two cannot wait for each other.
      const owners = await tx.members.lockOwners();
      const found = await tx.members.byEmail(email.toLowerCase());
      const member = found && (await tx.members.lock(found.member_id));
      if (member === undefined) throw new OperatorError(`there is no member ${JSON.stringify(email)}`);
      const { text, details = {}, isUnchanged } = await change({ tx, member, owners, now });
      return { result: text, subject: isUnchanged ? undefined : { target: member.member_id, details } };
    }),
  );
  print(text);
}
