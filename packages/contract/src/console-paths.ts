/**
 * The server sends the console for each path, and the router's types require a page. `$name` is one
 * segment.
 */
export const CONSOLE_PATHS = [
  '/',
  '/sign-in',
  '/join',
  '/queue',
  '/search',
  '/tickets/$ticketId',
  '/players/$playerId',
  '/mentions',
  '/known-issues',
  '/known-issues/$knownIssueId',
  '/radar',
  '/announcements',
  '/settings',
  '/settings/account',
  '/settings/security',
  '/settings/notifications',
  '/settings/members',
  '/settings/projects',
  '/settings/projects/$projectId/notices',
  '/settings/projects/$projectId/forms',
  '/settings/projects/$projectId/player-data',
  '/settings/macros',
  '/settings/tags',
  '/settings/api-keys',
  '/settings/audit',
] as const;
export type ConsolePath = (typeof CONSOLE_PATHS)[number];
