import type { ProjectLimits } from '@player-support/contract/team/projects';
import { HOUR, MINUTE } from '../domain/time.ts';

/**
 * Every rate limit: its setting, its default quota per window, the name of its policy in the
 * headers, and its description on the settings page.
 */
export const LIMITS = {
  identify: {
    setting: 'RATE_LIMIT_IDENTIFY',
    policy: 'identify',
    quota: 30,
    window: MINUTE,
    description: 'Identify requests of one installation.',
  },
  identifyAddress: {
    setting: 'RATE_LIMIT_IDENTIFY_ADDRESS',
    policy: 'identify-address',
    quota: 3000,
    window: MINUTE,
    description: 'Identify requests from one address. An IPv6 address counts as its /64 network.',
  },
  create: {
    setting: 'RATE_LIMIT_CREATE',
    policy: 'create',
    quota: 20,
    window: MINUTE,
    description: 'New tickets of one player.',
  },
  createHour: {
    setting: 'RATE_LIMIT_CREATE_HOUR',
    policy: 'create-hour',
    quota: 60,
    window: HOUR,
    description: 'New tickets of one player.',
  },
  reply: {
    setting: 'RATE_LIMIT_REPLY',
    policy: 'reply',
    quota: 30,
    window: MINUTE,
    description: 'Replies of one player.',
  },
  read: {
    setting: 'RATE_LIMIT_READ',
    policy: 'read',
    quota: 240,
    window: MINUTE,
    description: 'Polls, other reads and mark-as-read requests of one player.',
  },
  team: {
    setting: 'RATE_LIMIT_TEAM',
    policy: 'team',
    quota: 3000,
    window: MINUTE,
    description: 'Requests of one member or API key.',
  },
  presence: {
    setting: 'RATE_LIMIT_PRESENCE',
    policy: 'presence',
    quota: 240,
    window: MINUTE,
    description: 'Presence updates of one member.',
  },
  signIn: {
    setting: 'RATE_LIMIT_SIGN_IN',
    policy: 'sign-in',
    quota: 10,
    window: 15 * MINUTE,
    description: 'Wrong passwords and codes from one address for one account. Server errors such as 503 do not count.',
  },
  signInAddress: {
    setting: 'RATE_LIMIT_SIGN_IN_ADDRESS',
    policy: 'sign-in-address',
    quota: 100,
    window: 15 * MINUTE,
    description: 'Wrong passwords and codes from one address.',
  },
  joinAddress: {
    setting: 'RATE_LIMIT_JOIN_ADDRESS',
    policy: 'join-address',
    quota: 60,
    window: MINUTE,
    description: 'Requests from one address that open or use an invitation or password link.',
  },
  authAddress: {
    setting: 'RATE_LIMIT_AUTH_ADDRESS',
    policy: 'auth-address',
    quota: 3000,
    window: MINUTE,
    description: 'Requests with invalid credentials from one address.',
  },
} as const;
export type LimitName = keyof typeof LIMITS;

/** The limits whose quotas each project sets. `policy` is the name in the headers. */
export const PROJECT_LIMITS = {
  newPlayersPerAddress: { policy: 'new-players-address', window: MINUTE, counts: 'new players from one address' },
  newPlayersPerProject: { policy: 'new-players-project', window: MINUTE, counts: 'new players of this project' },
  newPlayerTicketsPerAddress: {
    policy: 'new-player-tickets-address',
    window: 10 * MINUTE,
    counts: 'tickets by new players from one address',
  },
  newPlayerTicketsPerProject: {
    policy: 'new-player-tickets-project',
    window: 10 * MINUTE,
    counts: 'tickets by new players of this project',
  },
} as const satisfies Record<keyof ProjectLimits, object>;
export type ProjectLimitName = keyof typeof PROJECT_LIMITS;
