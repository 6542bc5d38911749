import { ROLES, type Role } from '@player-support/contract/enums';

/** What a member, an invitation or a key may do, and where. */
export interface Access {
  readonly role: Role;
  /** null: all projects, those to come included. */
  readonly projectIds: readonly string[] | null;
}

/** The roles that one may give: none above one's own. */
export function rolesUpTo(role: Role): readonly Role[] {
  return ROLES.slice(0, ROLES.indexOf(role) + 1);
}

/** Whether the change takes access away from a member. */
export function losesAccess(
  before: Access & { readonly disabled: boolean },
  after: Access & { readonly disabled: boolean },
): boolean {
  return (after.disabled && !before.disabled) || !covers(after, before);
}

/** Whether a member may give, and take, what the other has. The server decides; this only hides what it would refuse. */
export function covers(member: Access, { role, projectIds }: Access): boolean {
  if (!rolesUpTo(member.role).includes(role)) return false;
  const { projectIds: own } = member;
  return own === null || (projectIds?.every((id) => own.includes(id)) ?? false);
}
