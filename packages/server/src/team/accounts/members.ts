import {
  CreatedInvitationResponse,
  MemberResponse,
  MembersResponse,
  UpdateMemberRequest,
} from '@player-support/contract/accounts';
import { losesAccess } from '../../domain/access.ts';
import { newInvitation } from '../../domain/invitation.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { problems } from '../../http/problem-schemas.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';
import { audited } from '../audited.ts';
import { accessOf, lockGrantor, requireCovered, requireProjects, withoutDuplicates } from './grants.ts';
import { presentInvitation, presentMember } from './present.ts';
import { type RevokedGrants, revokeGrantsOf } from './revoke-grants.ts';

const URL = '/api/v1/team/members';

export const listMembers = operation({
  id: 'ListMembers',
  summary: 'List the members of the team, oldest first',
  method: 'GET',
  url: URL,
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: MembersResponse },
  failures: problems(401, 429),

  async handle(_call, { store }) {
    return { status: 200, body: { members: (await store.members.list()).map(presentMember) } };
  },
});

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
    const why = 'This is the last owner of all projects. Make somebody else one first.';
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

export const updateMember = operation({
  id: 'UpdateMember',
  summary:
    "Change a member's role or projects, or disable it; what is absent stays; a member that loses access also loses the links and keys that it created",
  method: 'PATCH',
  url: `${URL}/:memberId`,
  auth: 'team',
  role: 'admin',
  body: UpdateMemberRequest,
  success: { status: 200, schema: MemberResponse },
  failures: problems(400, 401, 403, 404, 429),

  async handle(call, { store, live }) {
    const { body, caller, now, params } = call;
    const member = await audited(call, store, async (tx) => {
      // All owners, so that two of them cannot take each other's role away at once.
      const owners = await tx.members.lockOwners();
      const grantor = await lockGrantor(tx, caller, now);
      const before = await tx.members.lock(params.memberId ?? '');
      if (before === undefined) throw new AppError('not-found');
      requireCovered(grantor, accessOf(before));
      const { role = before.role, disabled } = body;
      const projectIds = withoutDuplicates(body.projectIds);
      const after: MemberRow = {
        ...before,
        role,
        project_ids:
          projectIds === undefined ? before.project_ids : projectIds === null ? null : JSON.stringify(projectIds),
        disabled_at: disabled === undefined ? before.disabled_at : disabled ? (before.disabled_at ?? now) : null,
      };
      requireCovered(grantor, accessOf(after));
      if (projectIds !== undefined) await requireProjects(tx, projectIds);
      await changeMember(tx, before, after, { owners, now });
      return [after, { target: before.member_id, details: { role: body.role, projectIds, disabled } }];
    });
    live.settingsChanged('members');
    live.settingsChanged('api-keys');
    return { status: 200, body: presentMember(member) };
  },
});

export const createPasswordLink = operation({
  id: 'CreatePasswordLink',
  summary: 'Make a link with which a member who forgot the password sets a new one, once and within 7 days',
  method: 'POST',
  url: `${URL}/:memberId/password-link`,
  auth: 'team',
  membersOnly: true,
  role: 'admin',
  success: { status: 201, schema: CreatedInvitationResponse },
  failures: problems(401, 403, 404, 409, 429),

  async handle(call, { store, live }) {
    const { caller, now, params } = call;
    const { token, row } = await audited(call, store, async (tx) => {
      // First, as everywhere where two members are locked.
      await tx.members.lockOwners();
      const grantor = await lockGrantor(tx, caller, now);
      const member = await tx.members.lock(params.memberId ?? '');
      if (member === undefined) throw new AppError('not-found');
      requireCovered(grantor, accessOf(member));
      const link = await passwordLink(tx, member, now, caller.id);
      return [link, { target: member.member_id }];
    });
    live.settingsChanged('members');
    return {
      status: 201,
      body: { invitation: presentInvitation(row), token },
      headers: { location: `/api/v1/team/invitations/${row.invitation_id}` },
    };
  },
});

/** A link that sets the password of a member, who is locked, instead of earlier ones. @throws AppError `member-disabled` */
export async function passwordLink(tx: Transaction, member: MemberRow, now: number, createdBy?: string) {
  if (member.disabled_at !== null) throw new AppError('member-disabled');
  const { member_id: memberId, email } = member;
  const link = newInvitation(
    { ...accessOf(member), email, memberId, ...(createdBy === undefined ? {} : { createdBy }) },
    now,
  );
  await tx.invitations.removeOf(memberId);
  await tx.invitations.insert(link.row);
  return link;
}
