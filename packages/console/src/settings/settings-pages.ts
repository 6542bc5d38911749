import { ROLES, type Role } from '@player-support/contract/enums';
import type { MemberResponse } from '@player-support/contract/team/members';

/** The pages of the settings, in the order of the navigation. */
const PAGES = [
  { to: '/settings/account', label: 'settings.account', role: 'viewer' },
  { to: '/settings/security', label: 'settings.security', role: 'viewer' },
  { to: '/settings/projects', label: 'settings.projects', role: 'viewer' },
  { to: '/settings/macros', label: 'settings.macros', role: 'viewer' },
  { to: '/settings/members', label: 'settings.members', role: 'admin' },
  { to: '/settings/api-keys', label: 'settings.api-keys', role: 'admin' },
  { to: '/settings/audit', label: 'settings.audit', role: 'owner', allProjects: true },
] as const satisfies readonly { to: string; label: string; role: Role; allProjects?: boolean }[];

/** The pages that a member can open. */
export function settingsPages({ role, projectIds }: Pick<MemberResponse, 'role' | 'projectIds'>) {
  return PAGES.filter(
    (page) => ROLES.indexOf(role) >= ROLES.indexOf(page.role) && (!('allProjects' in page) || projectIds === null),
  );
}
