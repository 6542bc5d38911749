import { losesAccess } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';
import { accessOf } from '../grants.ts';
import { type RevokedGrants, revokeGrantsOf } from '../revoke-grants.ts';

/** Who can give everything back to anybody. */
export const ownsAll = ({ role, project_ids, disabled_at }: MemberRow) =>
  role === 'owner' && project_ids === null && disabled_at === null;

/**
 * Writes a member's changed role, projects or disabling. Links that set its password are deleted:
 * their creators had to cover the access that the member had before. A member that loses access
 * also loses the links and keys that it created. Gives how many keys and links ended, those that set
 * its password included.
 *
 * @throws AppError `validation` if it is the last owner of everything and would be none any more
 */
export async function changeMember(
  tx: Transaction,
  before: MemberRow,
  after: MemberRow,
  { owners, now }: { readonly owners: number; readonly now: number },
): Promise<RevokedGrants> {
  if (ownsAll(before) && !ownsAll(after) && owners === 1) {
    const why = 'This is the last owner of all projects. Make another member an owner first.';
    const fields = (['role', 'project_ids', 'disabled_at'] as const).filter((field) => before[field] !== after[field]);
    const names = { role: 'role', project_ids: 'projectIds', disabled_at: 'disabled' };
    const errors = Object.fromEntries(fields.map((field) => [names[field], [why]]));
    throw new AppError('validation', { detail: why, errors });
  }
  await tx.members.update(after);
  const passwordLinks = await tx.invitations.removeOf(after.member_id);
  if (ownsAll(after) && !ownsAll(before)) await tx.invitations.removeFirstOwnerLinks();
  const disabled = after.disabled_at !== null;
  if (disabled) await tx.memberSessions.endAll(after.member_id);
  if (!losesAccess(accessOf(before), { ...accessOf(after), disabled })) {
    return { suspendedKeys: 0, deletedLinks: passwordLinks };
  }
  const { suspendedKeys, deletedLinks } = await revokeGrantsOf(tx, after.member_id, now);
  return { suspendedKeys, deletedLinks: deletedLinks + passwordLinks };
}
