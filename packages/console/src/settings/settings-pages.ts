import { ROLES, type Role } from '@player-support/contract/enums';
import type { MemberResponse } from '@player-support/contract/team/members';

/** The pages of the settings, in the order of their navigation. */
const PAGES = [
  { to: '/settings/account', label: 'settings.account', least: 'viewer' },
  { to: '/settings/security', label: 'settings.security', least: 'viewer' },
  { to: '/settings/projects', label: 'settings.projects', least: 'viewer' },
  { to: '/settings/macros', label: 'settings.macros', least: 'viewer' },
  { to: '/settings/members', label: 'settings.members', least: 'admin' },
  { to: '/settings/api-keys', label: 'settings.api-keys', least: 'admin' },
  { to: '/settings/audit', label: 'settings.audit', least: 'owner', everywhere: true },
] as const satisfies readonly { to: string; label: string; least: Role; everywhere?: boolean }[];

/** Those that are of use to a member. */
export function settingsPages({ role, projectIds }: Pick<MemberResponse, 'role' | 'projectIds'>) {
  return PAGES.filter(
    (page) => ROLES.indexOf(role) >= ROLES.indexOf(page.least) && (!('everywhere' in page) || projectIds === null),
  );
}
