/** The enums of the APIs, without a schema library, because the console uses this file. */

/** For a new project. A project can have any others. */
export const KNOWN_TICKET_TYPES = [
  'bug',
  'payment',
  'account',
  'gameplay',
  'feedback',
  'report_player',
  'appeal',
  'other',
] as const;
export type KnownTicketType = (typeof KNOWN_TICKET_TYPES)[number];

export const TICKET_STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];
/**
 * In the database. A held ticket is not yet queued, a snoozed one has left for a time. Both are
 * `open` for players.
 */
export const STORED_STATUSES = [...TICKET_STATUSES, 'held', 'snoozed'] as const;
export type StoredStatus = (typeof STORED_STATUSES)[number];

/** `admin`: the team. */
export const AUTHOR_TYPES = ['player', 'admin', 'system'] as const;
export type AuthorType = (typeof AUTHOR_TYPES)[number];

export const INBOX_TYPES = ['ticket_reply', 'ticket_status', 'announcement', 'direct'] as const;
export type InboxType = (typeof INBOX_TYPES)[number];

export const PROJECT_PROBLEMS = ['project_not_found', 'project_disabled'] as const;
export type ProjectProblem = (typeof PROJECT_PROBLEMS)[number];

/** When new players' tickets are held. `automatic`: during an attack. */
export const STORM_MODES = ['off', 'automatic', 'on'] as const;
export type StormMode = (typeof STORM_MODES)[number];

/**
 * `mine` and `unassigned` are open or pending. `held` tickets are in no other view, snoozed ones
 * otherwise only in `all`.
 */
export const TICKET_VIEWS = [
  'attention',
  'mine',
  'unassigned',
  'open',
  'pending',
  'snoozed',
  'resolved',
  'closed',
  'all',
  'held',
] as const;
export type TicketView = (typeof TICKET_VIEWS)[number];

/** The views that a saved view can filter. */
export const SAVED_VIEW_BASES = TICKET_VIEWS.filter((view) => view !== 'held');
export type SavedViewBase = (typeof SAVED_VIEW_BASES)[number];

/**
 * The orders of the queue. Each has its reverse, with `-` before it, so that the end of a long list
 * can be read as the beginning of the reversed one.
 * - `priority`: urgent tickets first. Within a priority, the earliest due time first
 * - `due`: the earliest due time first
 * - `waiting`: the longest waiting first
 * - `created`: the oldest first
 */
export const TICKET_SORTS = [
  'priority',
  '-priority',
  'due',
  '-due',
  'waiting',
  '-waiting',
  'created',
  '-created',
] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

/** The default first. Only in `attention` does every ticket wait. */
export function sortsOf(view: TicketView): readonly [TicketSort, ...TicketSort[]] {
  return view === 'attention' ? TICKET_SORTS : ['-created', 'created'];
}

/** From least to most urgent. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Each may do all that the earlier ones may. */
export const ROLES = ['viewer', 'agent', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/**
 * `merged_into` has the target, `merged_ticket` the merged ticket. `snooze` has what it waits for.
 * `fixed` has a build, and `asked` or the player's `yes` or `no`.
 */
export const TICKET_EVENT_KINDS = [
  'status',
  'assignee',
  'priority',
  'tags',
  'merged_into',
  'merged_ticket',
  'known_issue',
  'snooze',
  'fixed',
] as const;
export type TicketEventKind = (typeof TICKET_EVENT_KINDS)[number];

/**
 * The answer of `yes_no` is a boolean, of `number` a number, of all others a text. A `date` is
 * `YYYY-MM-DD`.
 */
export const FIELD_KINDS = ['text', 'long_text', 'number', 'choice', 'yes_no', 'date'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export const COUNT_PRECISIONS = ['exact', 'estimate', 'at-least'] as const;
export type CountPrecision = (typeof COUNT_PRECISIONS)[number];

export const KNOWN_ISSUE_STATES = ['investigating', 'identified', 'fixed', 'closed'] as const;
export type KnownIssueState = (typeof KNOWN_ISSUE_STATES)[number];

/**
 * Of an answer to a known issue. `waiting`: nobody has it yet. `stopped`: its author may not write
 * it any more.
 */
export const ANSWER_STATES = ['waiting', 'sending', 'done', 'cancelled', 'stopped'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/**
 * Why a ticket gets no answer. `gone`: no longer linked. `value`: the ticket lacks a variable's
 * value. `length`: too long with its values.
 */
export const ANSWER_SKIPS = ['closed', 'merged', 'held', 'blocked', 'full', 'value', 'length', 'gone'] as const;
export type AnswerSkip = (typeof ANSWER_SKIPS)[number];

export const PRESENCE_STATES = ['viewing', 'writing', 'gone'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** About single tickets. */
export const TICKET_NEWS = ['new_ticket', 'reply', 'assigned', 'mention', 'woken', 'waiting'] as const;
export type TicketNewsKind = (typeof TICKET_NEWS)[number];

/** `spike`: the radar found far more tickets than usual. */
export const NOTIFICATION_KINDS = [...TICKET_NEWS, 'spike'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Admins and owners always hear that the server started or stopped holding tickets. */
export const STORM_NEWS = ['storm_began', 'storm_ended'] as const;
export type NewsKind = NotificationKind | (typeof STORM_NEWS)[number];

/** Caused by an event. A ticket waits too long without one. */
export const LIVE_NOTIFICATION_KINDS = [
  'new_ticket',
  'reply',
  'assigned',
  'mention',
  'woken',
] as const satisfies readonly NotificationKind[];
export type LiveNotificationKind = (typeof LIVE_NOTIFICATION_KINDS)[number];

export const NOTIFICATION_CHANNELS = ['webhook', 'mail'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** For a webhook's receiver. `standard`: signed JSON. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'discord'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** The console's languages. */
export const NOTIFICATION_LANGUAGES = ['en', 'de'] as const;
export type NotificationLanguage = (typeof NOTIFICATION_LANGUAGES)[number];

/** Besides a status of the receiver. */
export const DELIVERY_PROBLEMS = [
  'address',
  'connection',
  'time-out',
  'redirect',
  'mail-login',
  'mail-tls',
  'no-mail',
] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];
/** Or the status with which a web or mail server refused. */
export type DeliveryError = DeliveryProblem | `${'http' | 'mail'}-${number}`;

/** Why there is no player data, besides a status of its service. */
export const PLAYER_DATA_PROBLEMS = [
  'not-set',
  'address',
  'connection',
  'time-out',
  'redirect',
  'media-type',
  'compressed',
  'too-large',
  'not-utf-8',
  'not-json',
  'invalid',
  'busy',
  'secret-key',
] as const;
export type PlayerDataProblem = (typeof PLAYER_DATA_PROBLEMS)[number] | `http-${number}`;

/** Of the mail with an invitation or a password link. */
export const LINK_MAIL_RESULTS = ['off', 'sent', 'failed'] as const;
export type LinkMailResult = (typeof LINK_MAIL_RESULTS)[number];

export const SECOND_FACTORS = ['code', 'passkey'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** Of a sign-in with a provider, for the sign-in page. */
export const OIDC_FAILURES = [
  'unavailable',
  'expired',
  'refused',
  'failed',
  'unverified',
  'no-access',
  'disabled',
  'other-account',
] as const;
export type OidcFailure = (typeof OIDC_FAILURES)[number];

/** An upload may declare these. The server detects the type from the bytes. */
export const UPLOAD_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/avif',
  'text/plain',
  'application/json',
  'application/pdf',
  'application/zip',
  'application/gzip',
  'video/mp4',
  'video/quicktime',
  'video/3gpp',
  'video/webm',
  'audio/mp4',
  'audio/x-m4a',
  'application/octet-stream',
] as const;
