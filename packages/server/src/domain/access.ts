import { ROLES, type Role } from '@player-support/contract/enums';

/** A role, and the projects that it applies to. */
export interface Access {
  readonly role: Role;
  /** Null: all projects, also future ones. */
  readonly projectIds: readonly string[] | null;
}

/** Whether a role is `minimum` or higher. */
export function hasRole({ role }: Pick<Access, 'role'>, minimum: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(minimum);
}

export function canAccessProject({ projectIds }: Pick<Access, 'projectIds'>, projectId: string): boolean {
  return projectIds === null || projectIds.includes(projectId);
}

/** Whether the grantor may grant this access. Nobody may grant more than they have. */
export function covers(grantor: Access, given: Access): boolean {
  if (!hasRole(grantor, given.role)) return false;
  if (grantor.projectIds === null) return true;
  return given.projectIds?.every((id) => canAccessProject(grantor, id)) ?? false;
}

/** Whether a member loses access with this change. */
export function losesAccess(before: Access, after: Access & { readonly disabled: boolean }): boolean {
  return after.disabled || !covers(after, before);
}

/** Parses the project ids of a row. */
export function projectIdsOf(json: string | null): readonly string[] | null {
  return json === null ? null : (JSON.parse(json) as string[]);
}
