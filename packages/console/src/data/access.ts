import { ROLES, type Role } from '@player-support/contract/enums';

/** The access of a member, an invitation or an API key. */
export interface Access {
  readonly role: Role;
  /** null: all projects, including future ones. */
  readonly projectIds: readonly string[] | null;
}

/** The roles that a member with this role can grant: no higher one. */
export function rolesUpTo(role: Role): readonly Role[] {
  return ROLES.slice(0, ROLES.indexOf(role) + 1);
}

/** Whether the change takes access away from the member. */
export function losesAccess(
  before: Access & { readonly disabled: boolean },
  after: Access & { readonly disabled: boolean },
): boolean {
  return (after.disabled && !before.disabled) || !covers(after, before);
}

/**
 * Whether a member can grant this access, and change someone who has it. The server checks it
 * again.
 */
export function covers(member: Access, { role, projectIds }: Access): boolean {
  if (!rolesUpTo(member.role).includes(role)) return false;
  const { projectIds: own } = member;
  return own === null || (projectIds?.every((id) => own.includes(id)) ?? false);
}
