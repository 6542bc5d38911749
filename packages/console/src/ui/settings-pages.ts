import { ROLES, type Role } from '@player-support/contract/enums';
import type { MemberResponse } from '@player-support/contract/team/members';

/** In the order of the navigation. */
export const SETTINGS_PAGES = [
  { to: '/settings/account', label: 'settings.account', role: 'viewer' },
  { to: '/settings/security', label: 'settings.security', role: 'viewer' },
  { to: '/settings/notifications', label: 'settings.notifications', role: 'viewer' },
  { to: '/settings/projects', label: 'settings.projects', role: 'viewer' },
  { to: '/settings/macros', label: 'settings.macros', role: 'viewer' },
  { to: '/settings/tags', label: 'settings.tags', role: 'admin' },
  { to: '/settings/members', label: 'settings.members', role: 'admin' },
  { to: '/settings/api-keys', label: 'settings.api-keys', role: 'admin' },
  { to: '/settings/audit', label: 'settings.audit', role: 'owner', allProjects: true },
] as const satisfies readonly { to: string; label: string; role: Role; allProjects?: boolean }[];

export type SettingsPage = (typeof SETTINGS_PAGES)[number];

export interface ClosablePage {
  readonly label: SettingsPage['label'] | 'settings.player-data' | 'settings.forms';
  readonly role: Role;
}

export const needsAllProjects = (page: ClosablePage) => 'allProjects' in page;

export function canOpen(page: SettingsPage, { role, projectIds }: Pick<MemberResponse, 'role' | 'projectIds'>) {
  return ROLES.indexOf(role) >= ROLES.indexOf(page.role) && (!needsAllProjects(page) || projectIds === null);
}

export function settingsPages(member: Pick<MemberResponse, 'role' | 'projectIds'>) {
  return SETTINGS_PAGES.filter((page) => canOpen(page, member));
}
