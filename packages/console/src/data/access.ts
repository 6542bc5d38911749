import { ROLES, type Role } from '@player-support/contract/enums';

export interface Access {
  readonly role: Role;
  /** null: all projects, including future ones. */
  readonly projectIds: readonly string[] | null;
}

export function rolesUpTo(role: Role): readonly Role[] {
  return ROLES.slice(0, ROLES.indexOf(role) + 1);
}

export function losesAccess(
  before: Access & { readonly disabled: boolean },
  after: Access & { readonly disabled: boolean },
): boolean {
  return (after.disabled && !before.disabled) || !covers(after, before);
}

/** Returns whether a member can grant this access. The server checks it again. */
export function covers(member: Access, { role, projectIds }: Access): boolean {
  if (!rolesUpTo(member.role).includes(role)) return false;
  const { projectIds: own } = member;
  return own === null || (projectIds?.every((id) => own.includes(id)) ?? false);
}
