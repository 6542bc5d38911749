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
import { bigint, defineTable, double, integer, nullable, type RowOf, text, time } from './table.ts';

/** The tables of the team. They are small. A sharded database copies them to every node. */

export const projectTable = defineTable(
  'project',
  ['project_id'],
  {
    project_id: text(),
    name: text(),
    public_key: text(),
    status: text<'active' | 'disabled'>(),
    identity_salt: text(),
    auto_close_days: double(),
    /** JSON: TicketType[]. */
    ticket_types: text(),
    created_at: time(),
    /** JSON: the ProjectLimits that differ from the defaults. Null: all defaults. */
    limits: nullable(text()),
    /** JSON: the ResponseTargets that the team set, in minutes. Null: all defaults. */
    response_targets: nullable(text()),
    /** Null: automatic. */
    storm_mode: nullable(text<StormMode>()),
    /** Since when new tickets of new players are held. Null: they are not. */
    holding_since: nullable(time()),
    /** Since when the storm is calm. Only while the project holds tickets automatically. */
    calm_since: nullable(time()),
    /** Where the server asks for data about players. It can contain a secret. Null: nowhere. */
    player_data_url: nullable(text()),
    /** Signs these requests. It must be readable, so it is not hashed. Null without a URL. */
    player_data_secret: nullable(text()),
    /** JSON: [type, version][], the current version of each form. Null: no type has a form. */
    form_versions: nullable(text()),
  },
  ['identity_salt', 'player_data_url', 'player_data_secret'],
);
export type ProjectRow = RowOf<typeof projectTable>;

/** The versions of the forms of ticket types. A row never changes. */
export const ticketFormTable = defineTable('ticket_form', ['project_id', 'type', 'version'], {
  project_id: text(),
  /** The ticket type. */
  type: text(),
  /** 1, 2 and so on. */
  version: integer(),
  /** JSON: Field[]. */
  fields: text(),
  created_at: time(),
});
export type TicketFormRow = RowOf<typeof ticketFormTable>;

/** The busiest ten minutes of each day: how many tickets of new players a project got. */
export const ticketPeakTable = defineTable('ticket_peak', ['project_id', 'day'], {
  project_id: text(),
  /** Days since 1970, UTC. */
  day: bigint(),
  tickets: integer(),
});
export type TicketPeakRow = RowOf<typeof ticketPeakTable>;

/** How many bytes of files each project got on each day. */
export const attachmentUsageTable = defineTable('attachment_usage', ['project_id', 'day'], {
  project_id: text(),
  /** Days since 1970, UTC. */
  day: bigint(),
  /** As they were uploaded. A file without a declared length counts as the largest one. */
  bytes: bigint(),
});
export type AttachmentUsageRow = RowOf<typeof attachmentUsageTable>;

export const apiKeyTable = defineTable('api_key', ['api_key_id'], {
  api_key_id: text(),
  name: text(),
  key_hash: text(),
  role: text<Role>(),
  /** JSON: string[]. Null: all projects, also future ones. */
  project_ids: nullable(text()),
  created_at: time(),
  revoked_at: nullable(time()),
  /** The id of a member or an API key. Null: an operator. */
  created_by: nullable(text()),
  /** Accurate to a minute. */
  last_used_at: nullable(time()),
  expires_at: nullable(time()),
  /** Since this time the key is refused, because its creator lost access. A take-over ends it. */
  suspended_at: nullable(time()),
});
export type ApiKeyRow = RowOf<typeof apiKeyTable>;

export const announcementTable = defineTable('announcement', ['announcement_id'], {
  announcement_id: text(),
  project_id: text(),
  title: text(),
  body: text(),
  /** With an audience: a time that never comes, so that older nodes show it to nobody. */
  starts_at: nullable(time()),
  ends_at: nullable(time()),
  created_at: time(),
  /** JSON: AnnouncementTexts. Null: only `title` and `body`. */
  texts: nullable(text()),
  /** JSON: Audience. Null: every player of the project. */
  audience: nullable(text()),
  /** Only with an audience: when it begins. 0: at its creation. */
  begins_at: nullable(time()),
  /** The name of the time zone in which its times were chosen. */
  time_zone: nullable(text()),
  retracted_at: nullable(time()),
  /** JSON: PlayerCount, how many players it reached. Null: not counted yet. */
  reached: nullable(text()),
  /**
   * The id of the caller, a space, and the Idempotency-Key of the request that created it. Null:
   * the request had no key.
   */
  request_key: nullable(text()),
  /** The hash of the body of that request. */
  body_hash: nullable(text()),
  /** The member or API key that changed it last. Null: a version that did not store it. */
  author_id: nullable(text()),
});
export type AnnouncementRow = RowOf<typeof announcementTable>;

export const memberTable = defineTable(
  'member',
  ['member_id'],
  {
    member_id: text(),
    /** In lower case. */
    email: text(),
    name: text(),
    role: text<Role>(),
    /** JSON: string[]. Null: all projects, also future ones. */
    project_ids: nullable(text()),
    password_hash: text(),
    /** Base32. Null without a confirmed second factor. */
    totp_secret: nullable(text()),
    /** Base32: a secret that was shown to the member and not confirmed yet. */
    totp_pending: nullable(text()),
    /** The time step of the last accepted code. No code is accepted twice. */
    totp_step: nullable(bigint()),
    /** JSON: the hashes of the unused recovery codes. */
    recovery_codes: text(),
    created_at: time(),
    disabled_at: nullable(time()),
    /** The account with which the member signs in at a provider. Null: none yet. */
    oidc_issuer: nullable(text()),
    oidc_subject: nullable(text()),
    /** When the groups at the provider last set the role and projects. Null: they were set here. */
    oidc_access_at: nullable(time()),
    /** Wrong codes since the last right one. */
    wrong_codes: integer(),
    last_wrong_code_at: nullable(time()),
    /** When somebody with the password entered too many wrong codes. Null: the member knows. */
    code_alert_at: nullable(time()),
  },
  ['totp_secret', 'totp_pending'],
);
export type MemberRow = RowOf<typeof memberTable>;

export const memberSessionTable = defineTable('member_session', ['session_hash'], {
  session_hash: text(),
  member_id: text(),
  created_at: time(),
  expires_at: time(),
  /** Accurate to a minute. Null: not used since the sign-in. */
  last_used_at: nullable(time()),
  /** The browser and the system, such as `Firefox on Windows`. Null: not known. */
  device: nullable(text()),
  /** The network that the member signed in from, such as `203.0.113.0/24`. */
  address: nullable(text()),
  /** The browser's own cookie, hashed. */
  browser_hash: nullable(text()),
});
export type MemberSessionRow = RowOf<typeof memberSessionTable>;

/** What the server knows of a session that began at a provider. It ends with the session. */
export const oidcSessionTable = defineTable('oidc_session', ['session_hash'], {
  session_hash: text(),
  /** The provider's id of its own session (the claim `sid`), if it has one. */
  provider_session: nullable(text()),
  /** Encrypted with a key that only the session's cookie has. Null: the provider gave none. */
  refresh_token: nullable(text()),
  /** When the provider last confirmed that the member may sign in. */
  confirmed_at: time(),
  /** When the server asks the provider again. */
  check_at: time(),
  /** Until this time one node asks the provider, and no other does. */
  checking_until: time(),
});
export type OidcSessionRow = RowOf<typeof oidcSessionTable>;

/** The logout tokens of the provider that were used. None works twice. */
export const oidcLogoutTable = defineTable('oidc_logout', ['token_hash'], {
  token_hash: text(),
  expires_at: time(),
});
export type OidcLogoutRow = RowOf<typeof oidcLogoutTable>;

/** Browsers that members signed in from before. */
export const knownBrowserTable = defineTable('known_browser', ['member_id', 'browser_hash'], {
  member_id: text(),
  browser_hash: text(),
  expires_at: time(),
});
export type KnownBrowserRow = RowOf<typeof knownBrowserTable>;

export const passkeyTable = defineTable('passkey', ['passkey_id'], {
  passkey_id: text(),
  member_id: text(),
  /** As the browser sends it, in base64url. */
  credential_id: text(),
  /** COSE, in base64url. */
  public_key: text(),
  /** Of its signatures. Passkeys that are synced between devices always send 0. */
  counter: bigint(),
  /** JSON: how a browser can reach it. */
  transports: text(),
  name: text(),
  created_at: time(),
  last_used_at: nullable(time()),
});
export type PasskeyRow = RowOf<typeof passkeyTable>;

/** Challenges of passkeys that were answered. None can be answered twice. */
export const usedChallengeTable = defineTable('used_challenge', ['challenge_hash'], {
  challenge_hash: text(),
  expires_at: time(),
});
export type UsedChallengeRow = RowOf<typeof usedChallengeTable>;

/** Settings of the whole team. */
export const teamSettingTable = defineTable('team_setting', ['name'], {
  name: text(),
  value: text(),
});
export type TeamSettingRow = RowOf<typeof teamSettingTable>;

/** Invitations and password links. */
export const invitationTable = defineTable('invitation', ['invitation_id'], {
  invitation_id: text(),
  token_hash: text(),
  /** Null for the link for the first owner. */
  email: nullable(text()),
  role: text<Role>(),
  /** JSON: string[]. Null: all projects, also future ones. */
  project_ids: nullable(text()),
  /** The member whose password the link sets. Null for an invitation. */
  member_id: nullable(text()),
  created_at: time(),
  expires_at: time(),
  /** The id of a member or an API key. Null: an operator. */
  created_by: nullable(text()),
});
export type InvitationRow = RowOf<typeof invitationTable>;

export const auditEntryTable = defineTable('audit_entry', ['audit_entry_id'], {
  /** Sorts by time. */
  audit_entry_id: text(),
  created_at: time(),
  actor_type: text<'member' | 'api_key' | 'system'>(),
  actor_id: text(),
  /** The name of the actor at that time. */
  actor_name: text(),
  action: text(),
  project_id: nullable(text()),
  target: nullable(text()),
  /** JSON: an object. */
  details: text(),
  /** Where the request came from, as LOG_ADDRESSES says. Null: not known. */
  address: nullable(text()),
  request_id: nullable(text()),
  /** How many refused requests the entry stands for. Null for all other entries. */
  occurrences: nullable(integer()),
});
export type AuditEntryRow = RowOf<typeof auditEntryTable>;

/** How far the audit log was sent to a receiver outside. */
export const auditStreamTable = defineTable('audit_stream', ['name'], {
  name: text(),
  /** Where the last entry that was sent is in the order of sending (`audit-batches.ts`). */
  position: text(),
  /** The id of the request that is being sent or repeated. Null: none. */
  batch_id: nullable(text()),
  /** Where the last entry of that request is. */
  batch_end: nullable(text()),
  /** Attempts since the position moved. */
  attempts: integer(),
  /** After a failure, no node tries before this time. */
  due_at: time(),
  /** Until this time one node sends, and no other does. */
  leased_until: time(),
  last_sent_at: nullable(time()),
  /** Since when every attempt has failed. Null: the last one did not. */
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
  /** JSON: MacroActions. Null: none. */
  actions: nullable(text()),
  /** The number of replies with it. */
  uses: integer(),
  last_used_at: nullable(time()),
});
export type MacroRow = RowOf<typeof macroTable>;

/** The texts that the team wrote for notices. Without a row, the default text applies. */
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

export const serviceSecretTable = defineTable(
  'service_secret',
  ['name'],
  {
    name: text(),
    value: text(),
  },
  ['value'],
);

/** What a member wants to be told, on every channel. Minutes of a day are local, 0 to 1439. */
export const notificationSettingTable = defineTable('notification_setting', ['member_id'], {
  member_id: text(),
  /** Null until the member chooses one. */
  language: nullable(text<NotificationLanguage>()),
  /** A name of the IANA time zone database. Null until the member chooses one. */
  time_zone: nullable(text()),
  /** The minutes of the day at which quiet hours begin and end. Null: no quiet hours. */
  quiet_from: nullable(integer()),
  quiet_to: nullable(integer()),
  /** After how many minutes the member is told that an assigned ticket waits. */
  waiting_minutes: integer(),
  /** The minute of the day of the daily summary. Null: no summary. */
  digest_at: nullable(integer()),
});
export type NotificationSettingRow = RowOf<typeof notificationSettingTable>;

/** How the server reaches a member. */
export const notificationChannelTable = defineTable(
  'notification_channel',
  ['member_id', 'channel'],
  {
    member_id: text(),
    channel: text<NotificationChannel>(),
    /** Null for mail. */
    format: nullable(text<WebhookFormat>()),
    /** Null for mail, which goes to the address of the member. It is a secret. */
    address: nullable(text()),
    /** Signs webhooks. It must be readable, so it is not hashed. */
    secret: nullable(text()),
    /** JSON: NotificationKind[]. */
    choices: text(),
    /** The member was told of everything up to this time, or has a delivery that does. */
    told_until: time(),
    /** No delivery is made before this time, so that bursts become one message. */
    not_before: time(),
    /** The receiver said that the address is gone. Nothing is sent until the member changes it. */
    stopped_at: nullable(time()),
    last_sent_at: nullable(time()),
    last_error_at: nullable(time()),
    last_error: nullable(text<DeliveryError>()),
  },
  ['address', 'secret'],
);
export type NotificationChannelRow = RowOf<typeof notificationChannelTable>;

/** The outbox: messages to other services. */
export const deliveryTable = defineTable('delivery', ['delivery_id'], {
  delivery_id: text(),
  /** The member who gets it. */
  owner_id: text(),
  channel: text<NotificationChannel>(),
  /** The host that it goes to. One host gets few deliveries at the same time. */
  target: text(),
  /** JSON, without texts of players. */
  payload: text(),
  /** How often a node has begun to send it. */
  attempts: integer(),
  created_at: time(),
  /**
   * When a node may send it. While a node sends it: when another may try, should that node fail.
   */
  due_at: time(),
  /** When it was delivered, given up or dropped. */
  finished_at: nullable(time()),
});
export type DeliveryRow = RowOf<typeof deliveryTable>;

/** How the studio's backend proves who a player is. One of the three keys is set. */
export const projectIdentityTable = defineTable(
  'project_identity',
  ['project_id'],
  {
    project_id: text(),
    jwks_url: nullable(text()),
    /** SubjectPublicKeyInfo as PEM. */
    public_key: nullable(text()),
    secret: nullable(text()),
    audience: text(),
    /** Null: any. */
    issuer: nullable(text()),
    updated_at: time(),
  },
  ['secret'],
);
export type ProjectIdentityRow = RowOf<typeof projectIdentityTable>;

/**
 * Support codes of the last day. They are found by code alone, so they are no player data: only a
 * hash of the code and the id of its player.
 */
export const supportCodeTable = defineTable('support_code', ['code_hash'], {
  code_hash: text(),
  player_id: text(),
  /** 1: an agent issued it. */
  by_team: integer<0 | 1>(),
  created_at: time(),
  expires_at: time(),
  /** When it was used or cancelled. */
  used_at: nullable(time()),
});
export type SupportCodeRow = RowOf<typeof supportCodeTable>;

/** What many tickets of a project are about. */
export const knownIssueTable = defineTable('known_issue', ['known_issue_id'], {
  /** Sorts by time of creation. */
  known_issue_id: text(),
  project_id: text(),
  title: text(),
  /** Only for the team. */
  description: text(),
  /** JSON: the public text for each locale. */
  notes: text(),
  /** JSON: string[]. */
  builds: text(),
  /** JSON: string[]. */
  platforms: text(),
  state: text<KnownIssueState>(),
  fixed_in_build: nullable(text()),
  /** JSON: { title, url }[]. */
  links: text(),
  /** The id of a member or an API key. */
  created_by: text(),
  created_at: time(),
  updated_at: time(),
});
export type KnownIssueRow = RowOf<typeof knownIssueTable>;

/** Answers to all tickets of a known issue. A job sends them. */
export const knownIssueAnswerTable = defineTable('known_issue_answer', ['answer_id'], {
  /** Sorts by time of creation. */
  answer_id: text(),
  known_issue_id: text(),
  project_id: text(),
  /** With variables. */
  message: text(),
  /** JSON: texts by their locale, with variables. Null: none. */
  texts: nullable(text()),
  /** The status of a ticket after it. */
  status: text<ReplyStatus>(),
  state: text<AnswerState>(),
  /** When it begins, if `begins_at` is null. Else far away. */
  send_at: time(),
  begins_at: nullable(time()),
  /** How many tickets were linked when it was written. */
  tickets: integer(),
  sent: integer(),
  /** JSON: how many tickets did not get it, by the reason. */
  skipped: text(),
  /** Tickets up to this id have it or are skipped. Empty: none. */
  sent_until: text(),
  author_id: text(),
  author_name: text(),
  idempotency_key: nullable(text()),
  created_at: time(),
});
export type KnownIssueAnswerRow = RowOf<typeof knownIssueAnswerTable>;

/** A filter and an order of the queue with a name. */
export const savedViewTable = defineTable('saved_view', ['view_id'], {
  /** Sorts by time of creation. */
  view_id: text(),
  /** The member who owns it. */
  member_id: text(),
  /** Null: every project that its reader has access to. */
  project_id: nullable(text()),
  /** Members with this role or a higher one see it. Null: only its owner does. */
  role: nullable(text<Role>()),
  name: text(),
  /** The view whose tickets it filters. */
  base: text<TicketView>(),
  sort: text<TicketSort>(),
  /** JSON: TicketFilter. */
  filter: text(),
  /** What it searches. Null: it is a view of the queue. */
  query: nullable(text()),
  created_at: time(),
  updated_at: time(),
});
export type SavedViewRow = RowOf<typeof savedViewTable>;

/** In which order a member has saved views. */
export const savedViewOrderTable = defineTable('saved_view_order', ['member_id'], {
  member_id: text(),
  /** JSON: string[]. */
  view_ids: text(),
});
/** How many players were active in each hour. */
export const radarPlayerTable = defineTable('radar_player', ['project_id', 'hour', 'build', 'platform', 'node'], {
  project_id: text(),
  /** Hours since 1970, UTC. */
  hour: bigint(),
  build: text(),
  platform: text(),
  /** The process that counted. Empty: all of them, after the end of the hour. */
  node: text(),
  players: integer(),
  /**
   * A PlayerSketch in base64, so that processes can be added up. Null: after the end of the hour.
   */
  sketch: nullable(text()),
});
export type RadarPlayerRow = RowOf<typeof radarPlayerTable>;

/** Hours in which a build, platform and type had far more tickets than usual. */
export const radarSpikeTable = defineTable('radar_spike', ['project_id', 'build', 'platform', 'type', 'hour'], {
  project_id: text(),
  build: text(),
  platform: text(),
  type: text(),
  /** Its first hour since 1970, UTC. */
  hour: bigint(),
  /** The last hour that was unlikely too. */
  last_hour: bigint(),
  /** Tickets and players of its most unlikely hour, and how many tickets were expected there. */
  tickets: integer(),
  players: integer(),
  expected: double(),
  /** In how many hours such an hour happens once by chance. */
  once_per_hours: double(),
  found_at: time(),
});
export type RadarSpikeRow = RowOf<typeof radarSpikeTable>;

/** Who was mentioned in which note. */
export const mentionTable = defineTable('mention', ['member_id', 'message_id'], {
  /** Who is mentioned. */
  member_id: text(),
  /** The note. Ids of messages sort by time. */
  message_id: text(),
  ticket_id: text(),
  project_id: text(),
  /** The subject of the ticket. It never changes. */
  subject: text(),
  /** The beginning of the note. */
  excerpt: text(),
  /** Who wrote the note: a member or an API key. */
  author_id: text(),
  author_name: text(),
  created_at: time(),
  read_at: nullable(time()),
});
export type MentionRow = RowOf<typeof mentionTable>;

/** Each table comes after the tables that it references. */
export const TEAM_TABLES = [
  projectTable,
  ticketFormTable,
  ticketPeakTable,
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
