import { ROLES, type Role } from '@player-support/contract/enums';

export interface Access {
  readonly role: Role;
  /** Null: all projects, also future ones. */
  readonly projectIds: readonly string[] | null;
}

export const hasRole = ({ role }: Pick<Access, 'role'>, minimum: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(minimum);

export const canAccessProject = ({ projectIds }: Pick<Access, 'projectIds'>, projectId: string): boolean =>
  projectIds === null || projectIds.includes(projectId);

/** Compares the lists as they are stored, with their order. */
export const hasSameProjects = (one: Pick<Access, 'projectIds'>, other: Pick<Access, 'projectIds'>): boolean =>
  JSON.stringify(one.projectIds) === JSON.stringify(other.projectIds);

/** Nobody may grant more than they have. */
export function covers(grantor: Access, given: Access): boolean {
  if (!hasRole(grantor, given.role)) return false;
  if (grantor.projectIds === null) return true;
  return given.projectIds?.every((id) => canAccessProject(grantor, id)) ?? false;
}

export const losesAccess = (before: Access, after: Access & { readonly disabled: boolean }): boolean =>
  after.disabled || !covers(after, before);

export const projectIdsOf = (json: string | null): string[] | null =>
  json === null ? null : (JSON.parse(json) as string[]);
