import { ROLES, type Role } from '@player-support/contract/enums';
import { type Access, hasRole } from './access.ts';

/** By group of the provider. Empty: the provider decides about no access. */
export type RoleMapping = ReadonlyMap<string, Access>;

const ENTRY = /^(?<group>.+)=(?<role>[a-z]+)(?::(?<projects>[^:=]+))?$/;
const PROJECT_ID = /^prj_\w+$/;

/** Parses `group=role;group=role:prj_1,prj_2`. Undefined: not valid. */
export function parseRoleMapping(text: string): RoleMapping | undefined {
  const mapping = new Map<string, Access>();
  for (const entry of text.split(';').map((part) => part.trim())) {
    if (entry === '') continue;
    const { group = '', role, projects } = ENTRY.exec(entry)?.groups ?? {};
    const projectIds = projects?.split(',').map((id) => id.trim()) ?? null;
    const isValid = ROLES.includes(role as Role) && (projectIds?.every((id) => PROJECT_ID.test(id)) ?? true);
    if (!isValid || mapping.has(group.trim())) return undefined;
    mapping.set(group.trim(), { role: role as Role, projectIds });
  }
  return mapping;
}

/** The highest role, for the projects of the groups with it. Undefined: no group has a role. */
export function accessOfGroups(mapping: RoleMapping, groups: readonly string[]): Access | undefined {
  let highest: Access | undefined;
  for (const group of groups) {
    const access = mapping.get(group);
    if (access === undefined) continue;
    if (highest === undefined || !hasRole(highest, access.role)) highest = access;
    else if (highest.role === access.role) highest = { role: access.role, projectIds: union(highest, access) };
  }
  return highest;
}

function union(one: Access, other: Access): readonly string[] | null {
  if (one.projectIds === null || other.projectIds === null) return null;
  return [...new Set([...one.projectIds, ...other.projectIds])].sort();
}
