import type { ProjectLimits } from '@player-support/contract/team/projects';
import { DAY, HOUR, MINUTE } from '../domain/time.ts';

/** A rate limit with a setting: operators have more or fewer players behind one address. */
const limit = (setting: string, quota: number, window: number, description: string) => ({
  setting,
  ...fixed(quota, window, description),
});

/** One whose quota is a constant: the abuse that it stops is the same everywhere. */
const fixed = (quota: number, window: number, description: string) => ({ quota, window, description });

/** The quotas per window. That of a `limit` is a default. */
const QUOTAS = {
  identify: limit('RATE_LIMIT_IDENTIFY', 30, MINUTE, 'Identify requests of one installation.'),
  identifyAddress: limit(
    'RATE_LIMIT_IDENTIFY_ADDRESS',
    3000,
    MINUTE,
    'Identify requests from one address. An IPv6 address counts as its /64 network.',
  ),
  create: limit('RATE_LIMIT_CREATE', 20, MINUTE, 'New tickets of one player.'),
  createHour: limit('RATE_LIMIT_CREATE_HOUR', 60, HOUR, 'New tickets of one player.'),
  reply: limit(
    'RATE_LIMIT_REPLY',
    30,
    MINUTE,
    'Replies of one player, with its answers to questions and its subscriptions to known issues.',
  ),
  upload: fixed(30, MINUTE, 'Files that one player uploads.'),
  uploadAddress: fixed(600, 10 * MINUTE, 'Files that players at one address begin to upload.'),
  uploadPart: fixed(
    300,
    MINUTE,
    'Requests of one player for files that it uploads in parts, except those that begin one.',
  ),
  fileAddress: fixed(1200, MINUTE, 'Files that one address reads.'),
  read: limit('RATE_LIMIT_READ', 240, MINUTE, 'Polls, other reads and mark-as-read requests of one player.'),
  link: fixed(10, MINUTE, 'Requests that link or unlink one installation.'),
  linkAddress: fixed(600, MINUTE, 'Requests from one address that link or unlink an installation.'),
  supportCode: fixed(10, HOUR, 'New support codes of one installation.'),
  supportCodeTry: fixed(5, HOUR, 'Support codes that one installation enters.'),
  linkAudit: fixed(
    20,
    DAY,
    'Entries in the audit log about links and support codes of one installation. What exceeds them works, but is not recorded.',
  ),
  supportCodeAddress: fixed(100, HOUR, 'Support codes that players enter at one address.'),
  team: limit(
    'RATE_LIMIT_TEAM',
    3000,
    MINUTE,
    'Requests of one member. All API keys that a member created, also through other keys, share one count. Requests of the member also count there, but requests of keys never count for the member.',
  ),
  teamWrite: limit(
    'RATE_LIMIT_TEAM_WRITE',
    300,
    MINUTE,
    'Requests of one member or its API keys that change something. A change of many tickets counts once.',
  ),
  teamUpload: fixed(60, MINUTE, 'Files that one member or its API keys upload.'),
  answerAll: fixed(30, HOUR, 'Answers of one member or its API keys to all tickets of a known issue.'),
  mention: {
    ...fixed(200, HOUR, 'Mentions in notes of one member or its API keys. A note with 20 mentions counts as 20.'),
    counts: 'mentions',
  },
  presence: fixed(240, MINUTE, 'Presence updates of one member.'),
  seen: fixed(5000, DAY, 'Tickets that one member marks as seen.'),
  testNotification: fixed(
    5,
    MINUTE,
    'Tests and new addresses of webhooks of one member, and of player data of one member or its API keys.',
  ),
  invitation: {
    ...fixed(
      50,
      DAY,
      'Invitations of one member or its API keys. An admin and everybody they invited count as one member.',
    ),
    counts: 'invitations',
  },
  linkMail: fixed(
    20,
    MINUTE,
    'Invitations and password links of one member or its API keys, if the server sends them by mail.',
  ),
  signIn: fixed(
    10,
    15 * MINUTE,
    'Wrong passwords and codes from one address for one account. A browser in which the member signed in before has a ' +
      'count of its own, for all addresses. Server errors such as 503 do not count.',
  ),
  signInAddress: limit('RATE_LIMIT_SIGN_IN_ADDRESS', 100, 15 * MINUTE, 'Wrong passwords and codes from one address.'),
  signInAccount: fixed(
    100,
    HOUR,
    'Wrong passwords and codes for one account, from all browsers in which its member never signed in before.',
  ),
  passkeyAddress: fixed(60, MINUTE, 'Requests from one address that begin or end a sign-in with a passkey.'),
  joinAddress: fixed(60, MINUTE, 'Requests from one address that open or use an invitation or password link.'),
  oidcAddress: fixed(
    600,
    MINUTE,
    'Requests from one address for the sign-in page and single sign-on, including logouts by the provider.',
  ),
  authAddress: limit('RATE_LIMIT_AUTH_ADDRESS', 3000, MINUTE, 'Requests with invalid credentials from one address.'),
} as const;
export type LimitName = keyof typeof QUOTAS;

type Limits = { readonly [Name in LimitName]: (typeof QUOTAS)[Name] & { readonly policy: string } };

/** Every rate limit. `policy`: its name in the headers, such as `identify-address`. */
export const LIMITS = Object.fromEntries(
  Object.entries(QUOTAS).map(([name, limit]) => [
    name,
    { policy: name.replace(/[A-Z]/g, '-$&').toLowerCase(), ...limit },
  ]),
  // The type of Object.fromEntries does not have the names.
) as Limits;

/** Those of a `limit`. */
export type SettableLimit = {
  [Name in LimitName]: (typeof LIMITS)[Name] extends { readonly setting: string } ? Name : never;
}[LimitName];
const isSettable = (name: LimitName): name is SettableLimit => 'setting' in LIMITS[name];
export const SETTABLE_LIMITS = (Object.keys(LIMITS) as LimitName[]).filter(isSettable);

/** They count an installation, whatever its account: links change the player. */
export const INSTALLATION_LIMITS: ReadonlySet<LimitName> = new Set(['link', 'supportCode', 'supportCodeTry']);

/** Projects set these quotas. `policy`: the name in the headers. */
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
