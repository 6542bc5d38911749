import { MAX_NAME_LENGTH } from '@player-support/contract/limits';
import { cutText, hasVisible } from '@player-support/contract/visible-text';
import type { Access } from '../../domain/access.ts';
import { accessOfGroups, type RoleMapping } from '../../domain/role-mapping.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';
import { accessOf } from '../grants.ts';
import { changeMember, isFullOwner } from '../members/change-member.ts';
import { newMember, noPassword } from '../members/new-member.ts';
import { NOTHING_UNSENT, type Unsent } from '../revoke-grants.ts';
import type { Identity } from './provider.ts';

/** Why a confirmed person may not sign in here. */
export type Refusal = 'unverified' | 'no-access' | 'disabled' | 'other-account';

interface FoundMember {
  readonly member: MemberRow;
  /** Just now. */
  readonly joined?: 'created' | 'linked';
  /** The provider's groups changed the role or projects. */
  readonly hasNewAccess: boolean;
  /** The groups became unknown, so the access stays. */
  readonly groupsBecameUnknown?: true;
  /** What will not be sent, because access was lost. */
  readonly unsent: Unsent;
}

/** With the person's member, if known. */
interface RefusedMember {
  readonly refusal: Refusal;
  readonly member?: MemberRow;
}

/** The access that groups give. `unmapped`: they give none here. `unknown`: there are too many. */
type Groups = Access | 'unmapped' | 'unknown' | 'without-role';

function groupsOf({ groups }: Identity, mapping: RoleMapping): Groups {
  if (mapping.size === 0) return 'unmapped';
  return groups === undefined ? 'unknown' : (accessOfGroups(mapping, groups) ?? 'without-role');
}

const unchanged = (member: MemberRow): FoundMember => ({ member, hasNewAccess: false, unsent: NOTHING_UNSENT });

/**
 * Finds the member that a person at the provider is, by its account there. A first sign-in links a
 * member with the same verified e-mail address, or creates one: for an invitation, or for a group
 * with a role. Then the role and projects follow the groups.
 *
 * The address only counts at the first sign-in. A member who has an account at this provider is
 * never linked to another one, because an address can be given to another person later.
 */
export async function memberOfIdentity(
  tx: Transaction,
  identity: Identity,
  mapping: RoleMapping,
  now: number,
): Promise<FoundMember | RefusedMember> {
  const { issuer, subject, verifiedEmail: email } = identity;
  const groups = groupsOf(identity, mapping);
  const access = typeof groups === 'object' ? groups : undefined;
  // Transactions that lock two members lock owners first: no deadlock.
  const owners = await tx.members.lockOwners();
  const follow = (member: MemberRow) => followGroups(tx, member, groups, { owners, now });
  const knownId = await tx.members.idOfSubject(issuer, subject);
  const known = knownId === undefined ? undefined : await tx.members.lock(knownId);
  if (known !== undefined) return follow(known);
  if (email === undefined) return { refusal: 'unverified' };
  const foundId = (await tx.members.byEmail(email))?.member_id;
  const found = foundId === undefined ? undefined : await tx.members.lock(foundId);
  if (found === undefined) return createMember(tx, { ...identity, email }, access, now);
  if (found.oidc_issuer === issuer) return { refusal: 'other-account', member: found };
  const linked = { ...found, oidc_issuer: issuer, oidc_subject: subject };
  if (found.disabled_at === null) await tx.members.update(linked);
  const result = await follow(linked);
  return 'refusal' in result ? result : { ...result, joined: 'linked' };
}

/** Notes since when the member's groups are unknown. Null: they are known. */
async function noteGroupsUnknown(tx: Transaction, member: MemberRow, since: number | null): Promise<MemberRow> {
  if (since === member.oidc_groups_unknown_since) return member;
  const noted = { ...member, oidc_groups_unknown_since: since };
  await tx.members.update(noted);
  return noted;
}

/** Owners made here and the last owner stay, so that the team can get in without the provider. */
async function followGroups(
  tx: Transaction,
  stored: MemberRow,
  groups: Groups,
  { owners, now }: { readonly owners: number; readonly now: number },
): Promise<FoundMember | RefusedMember> {
  if (stored.disabled_at !== null) return { refusal: 'disabled', member: stored };
  const followsGroups = stored.oidc_access_at !== null;
  if (groups === 'unknown' && followsGroups) {
    const since = stored.oidc_groups_unknown_since;
    const member = await noteGroupsUnknown(tx, stored, since ?? now);
    return { ...unchanged(member), ...(since === null ? { groupsBecameUnknown: true } : {}) };
  }
  const before = await noteGroupsUnknown(tx, stored, null);
  if (groups === 'without-role' && followsGroups) return { refusal: 'no-access', member: before };
  if (typeof groups === 'string') return unchanged(before);
  if (before.role === 'owner' && !followsGroups) return unchanged(before);
  const project_ids = groups.projectIds === null ? null : JSON.stringify(groups.projectIds);
  const after: MemberRow = { ...before, role: groups.role, project_ids, oidc_access_at: now };
  if (isFullOwner(before) && !isFullOwner(after) && owners === 1) return unchanged(before);
  if (before.role !== after.role || before.project_ids !== after.project_ids) {
    const { unsent } = await changeMember(tx, before, after, { owners, now });
    return { member: after, hasNewAccess: true, unsent };
  }
  if (!followsGroups) await tx.members.update(after);
  return unchanged(after);
}

/** Creates a member for an invitation, or for a group with a role. */
async function createMember(
  tx: Transaction,
  { issuer, subject, email, name }: Identity & { readonly email: string },
  access: Access | undefined,
  now: number,
): Promise<FoundMember | RefusedMember> {
  const invitations = await tx.invitations.removeFor(email, now);
  const invited = invitations.toSorted((a, b) => b.created_at - a.created_at)[0];
  // An owner invited here stays one, like one who joined before.
  const isInvitedOwner = invited?.role === 'owner';
  const given = isInvitedOwner ? accessOf(invited) : (access ?? (invited && accessOf(invited)));
  if (given === undefined) return { refusal: 'no-access' };
  const shown = cutText(name !== undefined && hasVisible(name) ? name : email, MAX_NAME_LENGTH).toWellFormed();
  const row = newMember({ ...given, email, name: shown, passwordHash: noPassword() }, now);
  const follows = access !== undefined && !isInvitedOwner;
  const member = { ...row, oidc_issuer: issuer, oidc_subject: subject, oidc_access_at: follows ? now : null };
  // The same person signs in twice at once. The second attempt can be repeated.
  if (!(await tx.members.insert(member))) throw new AppError('already-exists');
  if (isFullOwner(member)) await tx.invitations.removeFirstOwnerLinks();
  return { ...unchanged(member), joined: 'created' };
}
