import type {
  AnswerState,
  DeliveryError,
  KnownIssueState,
  NotificationChannel,
  NotificationLanguage,
  Role,
  StormMode,
  TicketSort,
  TicketView,
  WebhookFormat,
} from '@player-support/contract/enums';
import type { NoticeId } from '@player-support/contract/notices';
import type { ReplyStatus } from '../domain/ticket-transitions.ts';
import { bigint, defineTable, double, integer, nullable, type RowOf, secret, text, time } from './table.ts';

/** Small tables of the team. A sharded database copies them to every node. */

export const projectTable = defineTable('project', ['project_id'], {
  project_id: text(),
  name: text(),
  public_key: text(),
  status: text<'active' | 'disabled'>(),
  identity_salt: secret(text()),
  auto_close_days: double(),
  /** JSON: TicketType[]. */
  ticket_types: text(),
  created_at: time(),
  /** JSON: ProjectLimits that differ from the defaults. */
  limits: nullable(text()),
  response_targets: nullable(text()),
  /** Null: automatic. */
  storm_mode: nullable(text<StormMode>()),
  /** Null: new tickets of new players are not held. */
  holding_since: nullable(time()),
  calm_since: nullable(time()),
  /** Null: nowhere. */
  player_data_url: secret(nullable(text())),
  /** Signs these requests, so it must be readable. Null without a URL. */
  player_data_secret: secret(nullable(text())),
  /** JSON: [type, version][], the current forms. */
  form_versions: nullable(text()),
});
export type ProjectRow = RowOf<typeof projectTable>;

/** A row never changes. */
export const ticketFormTable = defineTable('ticket_form', ['project_id', 'type', 'version'], {
  project_id: text(),
  type: text(),
  version: integer(),
  /** JSON: Field[]. */
  fields: text(),
  created_at: time(),
});
export type TicketFormRow = RowOf<typeof ticketFormTable>;

/** The busiest ten minutes of a day: tickets of new players. */
export const ticketPeakTable = defineTable('ticket_peak', ['project_id', 'day'], {
  project_id: text(),
  /** Days since 1970, UTC. */
  day: bigint(),
  tickets: integer(),
});
export type TicketPeakRow = RowOf<typeof ticketPeakTable>;

export const attachmentUsageTable = defineTable('attachment_usage', ['project_id', 'day'], {
  project_id: text(),
  /** Days since 1970, UTC. */
  day: bigint(),
  bytes: bigint(),
});
export type AttachmentUsageRow = RowOf<typeof attachmentUsageTable>;

/** The last number that a ticket got. */
export const ticketCounterTable = defineTable('ticket_counter', ['project_id'], {
  project_id: text(),
  last_number: integer(),
});

export const apiKeyTable = defineTable('api_key', ['api_key_id'], {
  api_key_id: text(),
  name: text(),
  key_hash: text(),
  role: text<Role>(),
  /** JSON: string[]. Null: all projects, also future ones. */
  project_ids: nullable(text()),
  created_at: time(),
  revoked_at: nullable(time()),
  /** A member or an API key. Null: an operator. */
  created_by: nullable(text()),
  /** Accurate to a minute. */
  last_used_at: nullable(time()),
  expires_at: nullable(time()),
  /** Refused since then: its creator lost access. A take-over ends it. */
  suspended_at: nullable(time()),
});
export type ApiKeyRow = RowOf<typeof apiKeyTable>;

export const announcementTable = defineTable('announcement', ['announcement_id'], {
  announcement_id: text(),
  project_id: text(),
  title: text(),
  body: text(),
  /** With an audience, a time that never comes: older nodes show it to nobody. */
  starts_at: nullable(time()),
  ends_at: nullable(time()),
  created_at: time(),
  /** JSON: AnnouncementTexts. Null: only `title` and `body`. */
  texts: nullable(text()),
  /** JSON: Audience. Null: every player of the project. */
  audience: nullable(text()),
  /** With an audience: when it begins. 0: at its creation. */
  begins_at: nullable(time()),
  /** In which its times were chosen. */
  time_zone: nullable(text()),
  retracted_at: nullable(time()),
  /** JSON: PlayerCount. */
  reached: nullable(text()),
  /** The caller's id, a space, and the Idempotency-Key. */
  request_key: nullable(text()),
  body_hash: nullable(text()),
  /** Who changed it last. Null: an older version did not store it. */
  author_id: nullable(text()),
});
export type AnnouncementRow = RowOf<typeof announcementTable>;

export const memberTable = defineTable('member', ['member_id'], {
  member_id: text(),
  /** In lower case. */
  email: text(),
  name: text(),
  role: text<Role>(),
  /** JSON: string[]. Null: all projects. */
  project_ids: nullable(text()),
  password_hash: text(),
  /** Base32. Null without a confirmed second factor. */
  totp_secret: secret(nullable(text())),
  /** Base32: shown to the member, not confirmed. */
  totp_pending: secret(nullable(text())),
  /** Of the last accepted code. No code is accepted twice. */
  totp_step: nullable(bigint()),
  /** JSON: hashes of the unused codes. */
  recovery_codes: text(),
  created_at: time(),
  disabled_at: nullable(time()),
  /** At the provider. Null: none yet. */
  oidc_issuer: nullable(text()),
  oidc_subject: nullable(text()),
  /** When the provider's groups last set the access. Null: it was set here. */
  oidc_access_at: nullable(time()),
  /** Of a member whose access follows the groups. Null: they are known. */
  oidc_groups_unknown_since: nullable(time()),
  wrong_codes: integer(),
  last_wrong_code_at: nullable(time()),
  /** Too many wrong codes by somebody with the password. Null: the member knows. */
  code_alert_at: nullable(time()),
  /** For limits: see `CountedCaller`. Null: itself. */
  inviter_id: nullable(text()),
});
export type MemberRow = RowOf<typeof memberTable>;

export const memberSessionTable = defineTable('member_session', ['session_hash'], {
  session_hash: text(),
  member_id: text(),
  created_at: time(),
  expires_at: time(),
  /** Accurate to a minute. Null: unused since the sign-in. */
  last_used_at: nullable(time()),
  /** Such as `Firefox on Windows`. */
  device: nullable(text()),
  /** The network, such as `203.0.113.0/24`. */
  address: nullable(text()),
  /** The browser's cookie, hashed. */
  browser_hash: nullable(text()),
});
export type MemberSessionRow = RowOf<typeof memberSessionTable>;

/** Of a session that began at a provider. It ends with the session. */
export const oidcSessionTable = defineTable('oidc_session', ['session_hash'], {
  session_hash: text(),
  /** The provider's session id (claim `sid`), if any. */
  provider_session: nullable(text()),
  /** Encrypted with a key that only the session's cookie has. */
  refresh_token: nullable(text()),
  /** The provider last confirmed that the member may sign in. */
  confirmed_at: time(),
  /** When the provider is asked again. */
  check_at: time(),
  /** Until then no other node asks. */
  checking_until: time(),
});
export type OidcSessionRow = RowOf<typeof oidcSessionTable>;

/** Used logout tokens. None works twice. */
export const oidcLogoutTable = defineTable('oidc_logout', ['token_hash'], {
  token_hash: text(),
  expires_at: time(),
});
export type OidcLogoutRow = RowOf<typeof oidcLogoutTable>;

/** That members signed in from. */
export const knownBrowserTable = defineTable('known_browser', ['member_id', 'browser_hash'], {
  member_id: text(),
  browser_hash: text(),
  expires_at: time(),
});
export type KnownBrowserRow = RowOf<typeof knownBrowserTable>;

export const passkeyTable = defineTable('passkey', ['passkey_id'], {
  passkey_id: text(),
  member_id: text(),
  /** As the browser sends it, base64url. */
  credential_id: text(),
  /** COSE, in base64url. */
  public_key: text(),
  /** Of its signatures. Synced passkeys always send 0. */
  counter: bigint(),
  /** JSON: how a browser reaches it. */
  transports: text(),
  name: text(),
  created_at: time(),
  last_used_at: nullable(time()),
  /** The only one with which it works. Null: unused since 0.2.0, which did not store it. */
  host: nullable(text()),
});
export type PasskeyRow = RowOf<typeof passkeyTable>;

/** Answered challenges. None can be answered twice. */
export const usedChallengeTable = defineTable('used_challenge', ['challenge_hash'], {
  challenge_hash: text(),
  expires_at: time(),
});
export type UsedChallengeRow = RowOf<typeof usedChallengeTable>;

export const teamSettingTable = defineTable('team_setting', ['name'], {
  name: text(),
  value: text(),
});
export type TeamSettingRow = RowOf<typeof teamSettingTable>;

/** And password links. */
export const invitationTable = defineTable('invitation', ['invitation_id'], {
  invitation_id: text(),
  token_hash: text(),
  /** Null for the link for the first owner. */
  email: nullable(text()),
  role: text<Role>(),
  /** JSON: string[]. Null: all projects. */
  project_ids: nullable(text()),
  /** Whose password the link sets. Null: an invitation. */
  member_id: nullable(text()),
  created_at: time(),
  expires_at: time(),
  /** A member or an API key. Null: an operator. */
  created_by: nullable(text()),
  inviter_id: nullable(text()),
});
export type InvitationRow = RowOf<typeof invitationTable>;

export const auditEntryTable = defineTable('audit_entry', ['audit_entry_id'], {
  audit_entry_id: text(),
  created_at: time(),
  actor_type: text<'member' | 'api_key' | 'system'>(),
  actor_id: text(),
  /** At that time. */
  actor_name: text(),
  action: text(),
  project_id: nullable(text()),
  target: nullable(text()),
  details: text(),
  /** As LOG_ADDRESSES says. */
  address: nullable(text()),
  request_id: nullable(text()),
  /** Refused requests that the entry stands for. Null: other entries. */
  occurrences: nullable(integer()),
});
export type AuditEntryRow = RowOf<typeof auditEntryTable>;

/** How far the audit log was sent. */
export const auditStreamTable = defineTable('audit_stream', ['name'], {
  name: text(),
  /** The last sent entry in the order of sending (`audit-webhook.ts`). */
  position: text(),
  /** The request that is sent or repeated. Null: none. */
  batch_id: nullable(text()),
  /** Its last entry. */
  batch_end: nullable(text()),
  attempts: integer(),
  /** After a failure, nobody tries before. */
  due_at: time(),
  /** Until then no other node sends. */
  leased_until: time(),
  last_sent_at: nullable(time()),
  /** Since then every attempt has failed. Null: the last did not. */
  failing_since: nullable(time()),
  last_error: nullable(text<DeliveryError>()),
});
export type AuditStreamRow = RowOf<typeof auditStreamTable>;

export const macroTable = defineTable('macro', ['macro_id'], {
  macro_id: text(),
  /** Null: for every project. */
  project_id: nullable(text()),
  name: text(),
  body: text(),
  created_at: time(),
  /** JSON: Texts. Null: only `body`. */
  texts: nullable(text()),
  /** JSON: MacroActions. */
  actions: nullable(text()),
  uses: integer(),
  last_used_at: nullable(time()),
});
export type MacroRow = RowOf<typeof macroTable>;

export const noticeTextTable = defineTable('notice_text', ['project_id', 'notice', 'locale'], {
  project_id: text(),
  notice: text<NoticeId>(),
  /** One of LOCALES. */
  locale: text(),
  title: text(),
  body: text(),
  updated_at: time(),
});
export type NoticeTextRow = RowOf<typeof noticeTextTable>;

export const serviceSecretTable = defineTable('service_secret', ['name'], {
  name: text(),
  value: secret(text()),
});

/** On every channel. Minutes of the local day, 0 to 1439. */
export const notificationSettingTable = defineTable('notification_setting', ['member_id'], {
  member_id: text(),
  /** Null until the member chooses one. */
  language: nullable(text<NotificationLanguage>()),
  /** IANA name. */
  time_zone: nullable(text()),
  /** Begin and end. Null: no quiet hours. */
  quiet_from: nullable(integer()),
  quiet_to: nullable(integer()),
  /** After these an assigned ticket counts as waiting. */
  waiting_minutes: integer(),
  /** Null: no daily summary. */
  digest_at: nullable(integer()),
});
export type NotificationSettingRow = RowOf<typeof notificationSettingTable>;

export const notificationChannelTable = defineTable('notification_channel', ['member_id', 'channel'], {
  member_id: text(),
  channel: text<NotificationChannel>(),
  /** Null for mail. */
  format: nullable(text<WebhookFormat>()),
  /** Null for mail, which goes to the member's address. */
  address: secret(nullable(text())),
  /** Signs webhooks, so it must be readable. */
  secret: secret(nullable(text())),
  /** JSON: NotificationKind[]. */
  choices: text(),
  /** Told of everything up to then, or a delivery will. */
  told_until: time(),
  /** No delivery before, so that bursts become one message. */
  not_before: time(),
  stopped_at: nullable(time()),
  last_sent_at: nullable(time()),
  last_error_at: nullable(time()),
  last_error: nullable(text<DeliveryError>()),
});
export type NotificationChannelRow = RowOf<typeof notificationChannelTable>;

/** Messages to other services. */
export const deliveryTable = defineTable('delivery', ['delivery_id'], {
  delivery_id: text(),
  owner_id: text(),
  channel: text<NotificationChannel>(),
  /** The host. One host gets few deliveries at a time. */
  target: text(),
  /** JSON, without texts of players. */
  payload: text(),
  attempts: integer(),
  created_at: time(),
  /** When a node may send it. While one sends it: when another may try. */
  due_at: time(),
  /** Delivered, given up or dropped. */
  finished_at: nullable(time()),
});
export type DeliveryRow = RowOf<typeof deliveryTable>;

/** One of the three keys is set. */
export const projectIdentityTable = defineTable('project_identity', ['project_id'], {
  project_id: text(),
  jwks_url: nullable(text()),
  /** SubjectPublicKeyInfo as PEM. */
  public_key: nullable(text()),
  secret: secret(nullable(text())),
  audience: text(),
  /** Null: any. */
  issuer: nullable(text()),
  updated_at: time(),
});
export type ProjectIdentityRow = RowOf<typeof projectIdentityTable>;

/** Of the last day. Found by code alone, so no player data: only a hash and the player's id. */
export const supportCodeTable = defineTable('support_code', ['code_hash'], {
  code_hash: text(),
  player_id: text(),
  by_team: integer<0 | 1>(),
  created_at: time(),
  expires_at: time(),
  /** Or cancelled. */
  used_at: nullable(time()),
  /** A member or API key. Null: the player, or a node of the last release issued it. */
  created_by: nullable(text()),
});
export type SupportCodeRow = RowOf<typeof supportCodeTable>;

/** What many tickets of a project are about. */
export const knownIssueTable = defineTable('known_issue', ['known_issue_id'], {
  known_issue_id: text(),
  project_id: text(),
  title: text(),
  /** Only for the team. */
  description: text(),
  /** JSON: public texts by locale. */
  notes: text(),
  /** JSON: string[]. */
  builds: text(),
  /** JSON: string[]. */
  platforms: text(),
  state: text<KnownIssueState>(),
  fixed_in_build: nullable(text()),
  /** JSON: { title, url }[]. */
  links: text(),
  /** A member or an API key. */
  created_by: text(),
  created_at: time(),
  updated_at: time(),
});
export type KnownIssueRow = RowOf<typeof knownIssueTable>;

export const knownIssueAnswerTable = defineTable('known_issue_answer', ['answer_id'], {
  answer_id: text(),
  known_issue_id: text(),
  project_id: text(),
  message: text(),
  /** JSON by locale, with variables. */
  texts: nullable(text()),
  /** Of a ticket after it. */
  status: text<ReplyStatus>(),
  state: text<AnswerState>(),
  /** When it begins, if `begins_at` is null. Else far away. */
  send_at: time(),
  begins_at: nullable(time()),
  /** Linked when it was written. */
  tickets: integer(),
  sent: integer(),
  /** JSON: counts by reason. */
  skipped: text(),
  /** Tickets up to this id are done. Empty: none. */
  sent_until: text(),
  author_id: text(),
  author_name: text(),
  idempotency_key: nullable(text()),
  created_at: time(),
});
export type KnownIssueAnswerRow = RowOf<typeof knownIssueAnswerTable>;

/** A filter and an order with a name. */
export const savedViewTable = defineTable('saved_view', ['view_id'], {
  /** Sorts by time of creation. */
  view_id: text(),
  member_id: text(),
  /** Null: all that its reader may see. */
  project_id: nullable(text()),
  /** Visible from this role up. Null: to the owner only. */
  role: nullable(text<Role>()),
  name: text(),
  /** The view that it filters. */
  base: text<TicketView>(),
  sort: text<TicketSort>(),
  /** JSON: TicketFilter. */
  filter: text(),
  /** Null: a view, not a search. */
  query: nullable(text()),
  created_at: time(),
  updated_at: time(),
});
export type SavedViewRow = RowOf<typeof savedViewTable>;

export const savedViewOrderTable = defineTable('saved_view_order', ['member_id'], {
  member_id: text(),
  /** JSON: string[]. */
  view_ids: text(),
});
export const radarPlayerTable = defineTable('radar_player', ['project_id', 'hour', 'build', 'platform', 'node'], {
  project_id: text(),
  /** Hours since 1970, UTC. */
  hour: bigint(),
  build: text(),
  platform: text(),
  /** The process that counted. Empty: all, after the hour. */
  node: text(),
  players: integer(),
  /** A PlayerSketch in base64, to add up processes. Null: after the hour. */
  sketch: nullable(text()),
});
export type RadarPlayerRow = RowOf<typeof radarPlayerTable>;

/** Far more tickets than usual for a build, platform and type. */
export const radarSpikeTable = defineTable('radar_spike', ['project_id', 'build', 'platform', 'type', 'hour'], {
  project_id: text(),
  build: text(),
  platform: text(),
  type: text(),
  /** Its first hour since 1970, UTC. */
  hour: bigint(),
  /** The last unlikely hour. */
  last_hour: bigint(),
  /** Of its most unlikely hour: tickets, players, and expected tickets. */
  tickets: integer(),
  players: integer(),
  expected: double(),
  /** Hours in which this happens once by chance. */
  once_per_hours: double(),
  found_at: time(),
});
export type RadarSpikeRow = RowOf<typeof radarSpikeTable>;

export const mentionTable = defineTable('mention', ['member_id', 'message_id'], {
  member_id: text(),
  /** Ids of messages sort by time. */
  message_id: text(),
  ticket_id: text(),
  project_id: text(),
  /** It never changes. */
  subject: text(),
  excerpt: text(),
  author_id: text(),
  author_name: text(),
  created_at: time(),
  read_at: nullable(time()),
});
export type MentionRow = RowOf<typeof mentionTable>;

export const TEAM_TABLES = [
  projectTable,
  ticketFormTable,
  ticketPeakTable,
  ticketCounterTable,
  attachmentUsageTable,
  apiKeyTable,
  announcementTable,
  memberTable,
  memberSessionTable,
  oidcSessionTable,
  oidcLogoutTable,
  knownBrowserTable,
  passkeyTable,
  usedChallengeTable,
  teamSettingTable,
  invitationTable,
  auditEntryTable,
  auditStreamTable,
  macroTable,
  noticeTextTable,
  serviceSecretTable,
  notificationSettingTable,
  notificationChannelTable,
  deliveryTable,
  projectIdentityTable,
  supportCodeTable,
  knownIssueTable,
  knownIssueAnswerTable,
  mentionTable,
  savedViewTable,
  savedViewOrderTable,
  radarPlayerTable,
  radarSpikeTable,
] as const;
