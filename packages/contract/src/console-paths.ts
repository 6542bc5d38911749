/**
 * The addresses of the console's pages. The server answers each with the console; the console's router is held to this
 * list by its types. `$name` stands for one segment.
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
