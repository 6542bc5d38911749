import { ROLES, type Role } from '@player-support/contract/enums';

/** What a member or a key may do, and where. */
export interface Access {
  readonly role: Role;
  /** Null: all projects, those to come included. */
  readonly projectIds: readonly string[] | null;
}

/** Whether a role is that one or one that may do more. */
export function hasRole({ role }: Pick<Access, 'role'>, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

export function mayEnter({ projectIds }: Pick<Access, 'projectIds'>, projectId: string): boolean {
  return projectIds === null || projectIds.includes(projectId);
}

/** Whether one may give what the other has: nobody grants more than they have. */
export function covers(grantor: Access, given: Access): boolean {
  if (!hasRole(grantor, given.role)) return false;
  if (grantor.projectIds === null) return true;
  return given.projectIds?.every((id) => mayEnter(grantor, id)) ?? false;
}

/** Whether a member that is changed like this loses access. */
export function losesAccess(before: Access, after: Access & { readonly disabled: boolean }): boolean {
  return after.disabled || !covers(after, before);
}

/** The projects of a row; they are kept as JSON. */
export function projectIdsOf(json: string | null): readonly string[] | null {
  return json === null ? null : (JSON.parse(json) as string[]);
}
