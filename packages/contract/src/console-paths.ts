/**
 * The paths of the console's pages. The server answers each with the console, and types hold the
 * console's router to this list. `$name` is one segment.
 */
export const CONSOLE_PATHS = [
  '/',
  '/sign-in',
  '/join',
  '/queue',
  '/tickets/$ticketId',
  '/players/$playerId',
  '/announcements',
  '/settings',
  '/settings/account',
  '/settings/security',
  '/settings/members',
  '/settings/projects',
  '/settings/macros',
  '/settings/api-keys',
  '/settings/audit',
] as const;
export type ConsolePath = (typeof CONSOLE_PATHS)[number];
