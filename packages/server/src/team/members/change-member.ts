import { fieldProblem, messageOf } from '@player-support/contract/field-problems';
import { losesAccess } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';
import { accessOf } from '../grants.ts';
import { NOTHING_UNSENT, revokeGrantsOf } from '../revoke-grants.ts';
import { removeWebhook } from './remove-webhook.ts';

/** Enabled, for all projects: can restore any access. */
export const isFullOwner = ({ role, project_ids, disabled_at }: MemberRow) =>
  role === 'owner' && project_ids === null && disabled_at === null;

/**
 * Stores the changed access of a member, and returns what ended with the old one. Throws AppError
 * `validation` if no owner of all projects would be left.
 */
export async function changeMember(
  tx: Transaction,
  before: MemberRow,
  after: MemberRow,
  { owners, now }: { readonly owners: number; readonly now: number },
) {
  if (isFullOwner(before) && !isFullOwner(after) && owners === 1) {
    const problem = fieldProblem('last-owner');
    const fields = (['role', 'project_ids', 'disabled_at'] as const).filter((field) => before[field] !== after[field]);
    const names = { role: 'role', project_ids: 'projectIds', disabled_at: 'disabled' };
    const problems = Object.fromEntries(fields.map((field) => [names[field], [problem]]));
    throw new AppError('validation', { detail: messageOf(problem), problems });
  }
  await tx.members.update(after);
  // Their creators were checked against the old access.
  const passwordLinks = await tx.invitations.removeOf(after.member_id);
  if (isFullOwner(after) && !isFullOwner(before)) await tx.invitations.removeFirstOwnerLinks();
  const disabled = after.disabled_at !== null;
  if (disabled) await tx.memberSessions.endAll(after.member_id);
  // Somebody else may have set it.
  const removedWebhook = disabled ? await removeWebhook(tx, after.member_id, now) : undefined;
  const grants = losesAccess(accessOf(before), { ...accessOf(after), disabled })
    ? await revokeGrantsOf(tx, after.member_id, now, disabled ? undefined : accessOf(after))
    : { suspendedKeys: 0, deletedLinks: 0, unsent: NOTHING_UNSENT };
  return { ...grants, deletedLinks: grants.deletedLinks + passwordLinks, removedWebhook };
}
