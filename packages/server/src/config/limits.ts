import type { ProjectLimits } from '@player-support/contract/team/projects';
import { DAY, HOUR, MINUTE } from '../domain/time.ts';

interface Quota {
  readonly quota: number;
  readonly window: number;
  /** For the settings page. */
  readonly description: string;
  /** For the problem's text. Default: `requests`. */
  readonly counts?: string;
}

/** `policy`: its name in the headers. */
function limit(policy: string, quota: Quota) {
  return { setting: `RATE_LIMIT_${policy.replaceAll('-', '_').toUpperCase()}`, policy, ...quota };
}

/** A rate limit whose quota is a constant: the abuse that it stops is the same everywhere. */
function fixed(policy: string, quota: Quota) {
  return { policy, ...quota };
}

/** Every rate limit with its quota per window. That of a `limit` is a default. */
export const LIMITS = {
  identify: limit('identify', { quota: 30, window: MINUTE, description: 'Identify requests of one installation.' }),
  identifyAddress: limit('identify-address', {
    quota: 3000,
    window: MINUTE,
    description: 'Identify requests from one address. An IPv6 address counts as its /64 network.',
  }),
  create: limit('create', { quota: 20, window: MINUTE, description: 'New tickets of one player.' }),
  createHour: limit('create-hour', { quota: 60, window: HOUR, description: 'New tickets of one player.' }),
  reply: limit('reply', {
    quota: 30,
    window: MINUTE,
    description: 'Replies of one player, with its answers to questions and its subscriptions to known issues.',
  }),
  upload: fixed('upload', { quota: 30, window: MINUTE, description: 'Files that one player uploads.' }),
  uploadPart: fixed('upload-part', {
    quota: 300,
    window: MINUTE,
    description: 'Requests of one player for files that it uploads in parts, except those that begin one.',
  }),
  fileAddress: fixed('file-address', {
    quota: 1200,
    window: MINUTE,
    description: 'Files that one address reads.',
  }),
  read: limit('read', {
    quota: 240,
    window: MINUTE,
    description: 'Polls, other reads and mark-as-read requests of one player.',
  }),
  link: fixed('link', {
    quota: 10,
    window: MINUTE,
    description: 'Requests that link or unlink one installation.',
  }),
  linkAddress: fixed('link-address', {
    quota: 600,
    window: MINUTE,
    description: 'Requests from one address that link or unlink an installation.',
  }),
  supportCode: fixed('support-code', {
    quota: 10,
    window: HOUR,
    description: 'New support codes of one installation.',
  }),
  supportCodeTry: fixed('support-code-try', {
    quota: 5,
    window: HOUR,
    description: 'Support codes that one installation enters.',
  }),
  linkAudit: fixed('link-audit', {
    quota: 20,
    window: DAY,
    description:
      'Entries in the audit log about links and support codes of one installation. What exceeds them works, but is not recorded.',
  }),
  supportCodeAddress: fixed('support-code-address', {
    quota: 100,
    window: HOUR,
    description: 'Support codes that players enter at one address.',
  }),
  team: limit('team', { quota: 3000, window: MINUTE, description: 'Requests of one member or API key.' }),
  teamWrite: limit('team-write', {
    quota: 300,
    window: MINUTE,
    description: 'Requests of one member or API key that change something. A change of many tickets counts once.',
  }),
  teamUpload: fixed('team-upload', {
    quota: 60,
    window: MINUTE,
    description: 'Files that one member or API key uploads.',
  }),
  answerAll: fixed('answer-all', {
    quota: 30,
    window: HOUR,
    description: 'Answers of one member or API key to all tickets of a known issue.',
  }),
  mention: fixed('mention', {
    quota: 200,
    window: HOUR,
    description: 'Mentions in notes of one member or API key. A note with 20 mentions counts as 20.',
    counts: 'mentions',
  }),
  presence: fixed('presence', { quota: 240, window: MINUTE, description: 'Presence updates of one member.' }),
  seen: fixed('seen', { quota: 5000, window: DAY, description: 'Tickets that one member marks as seen.' }),
  testNotification: fixed('test-notification', {
    quota: 5,
    window: MINUTE,
    description: 'Tests and new addresses of webhooks of one member, and of player data of one member or API key.',
  }),
  linkMail: fixed('link-mail', {
    quota: 20,
    window: MINUTE,
    description: 'Invitations and password links of one member or API key, if the server sends them by mail.',
  }),
  signIn: fixed('sign-in', {
    quota: 10,
    window: 15 * MINUTE,
    description:
      'Wrong passwords and codes from one address for one account. A browser in which the member signed in before has a ' +
      'count of its own, for all addresses. Server errors such as 503 do not count.',
  }),
  signInAddress: limit('sign-in-address', {
    quota: 100,
    window: 15 * MINUTE,
    description: 'Wrong passwords and codes from one address.',
  }),
  signInAccount: fixed('sign-in-account', {
    quota: 100,
    window: HOUR,
    description:
      'Wrong passwords and codes for one account, from all browsers in which its member never signed in before.',
  }),
  passkeyAddress: fixed('passkey-address', {
    quota: 60,
    window: MINUTE,
    description: 'Requests from one address that begin or end a sign-in with a passkey.',
  }),
  joinAddress: fixed('join-address', {
    quota: 60,
    window: MINUTE,
    description: 'Requests from one address that open or use an invitation or password link.',
  }),
  oidcAddress: fixed('oidc-address', {
    quota: 600,
    window: MINUTE,
    description:
      'Requests from one address for the sign-in page and single sign-on, including logouts by the provider.',
  }),
  authAddress: limit('auth-address', {
    quota: 3000,
    window: MINUTE,
    description: 'Requests with invalid credentials from one address.',
  }),
} as const;
export type LimitName = keyof typeof LIMITS;

/** The rate limits that have a setting: operators have more or fewer players behind one address. */
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
