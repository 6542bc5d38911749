import type { Role } from '@player-support/contract/enums';

/** A point in time: milliseconds since 1970, UTC. */
type Time = number;
/** JSON: string[]; null: all projects, those to come included. */
type ProjectIds = string | null;

export interface ProjectRow {
  project_id: string;
  name: string;
  public_key: string;
  status: 'active' | 'disabled';
  identity_salt: string;
  auto_close_days: number;
  /** JSON: TicketType[]. */
  ticket_types: string;
  created_at: Time;
  /** JSON: some of ProjectLimits; null: the defaults. */
  limits: string | null;
}

export interface ApiKeyRow {
  api_key_id: string;
  name: string;
  key_hash: string;
  role: Role;
  project_ids: ProjectIds;
  created_at: Time;
  revoked_at: Time | null;
  /** The id of a member or an API key; null: an operator. */
  created_by: string | null;
  /** To within a minute. */
  last_used_at: Time | null;
  expires_at: Time | null;
  /** Refused since then, because its creator lost access, until another member takes it over. */
  suspended_at: Time | null;
}

export interface AnnouncementRow {
  announcement_id: string;
  project_id: string;
  title: string;
  body: string;
  starts_at: Time | null;
  ends_at: Time | null;
  created_at: Time;
}

export interface MemberRow {
  member_id: string;
  /** In lower case. */
  email: string;
  name: string;
  role: Role;
  project_ids: ProjectIds;
  password_hash: string;
  /** Base32; null while there is no second factor, or it was not confirmed yet. */
  totp_secret: string | null;
  /** One that was shown and waits for its first code. */
  totp_pending: string | null;
  /** The time step of the last code that was taken; no code is taken twice. */
  totp_step: number | null;
  /** JSON: hashes of the recovery codes that are left. */
  recovery_codes: string;
  created_at: Time;
  disabled_at: Time | null;
}

export interface MemberSessionRow {
  session_hash: string;
  member_id: string;
  created_at: Time;
  expires_at: Time;
}

export interface InvitationRow {
  invitation_id: string;
  token_hash: string;
  /** Null for the link that sets the first owner up. */
  email: string | null;
  role: Role;
  project_ids: ProjectIds;
  /** Of whom it sets a new password; null where it makes a new member. */
  member_id: string | null;
  created_at: Time;
  expires_at: Time;
  /** The id of a member or an API key; null: an operator. */
  created_by: string | null;
}

export interface AuditEntryRow {
  /** Sorts by time. */
  audit_entry_id: string;
  created_at: Time;
  actor_type: 'member' | 'api_key' | 'system';
  actor_id: string;
  /** The name that it had then. */
  actor_name: string;
  action: string;
  project_id: string | null;
  target: string | null;
  /** JSON: an object. */
  details: string;
}

export interface MacroRow {
  macro_id: string;
  /** Null: for every project. */
  project_id: string | null;
  name: string;
  body: string;
  created_at: Time;
}

export interface ServiceSecretRow {
  name: string;
  value: string;
}

export const PROJECT_COLUMNS = [
  'project_id',
  'name',
  'public_key',
  'status',
  'identity_salt',
  'auto_close_days',
  'ticket_types',
  'created_at',
  'limits',
] as const satisfies (keyof ProjectRow)[];
export const API_KEY_COLUMNS = [
  'api_key_id',
  'name',
  'key_hash',
  'role',
  'project_ids',
  'created_at',
  'revoked_at',
  'created_by',
  'last_used_at',
  'expires_at',
  'suspended_at',
] as const satisfies (keyof ApiKeyRow)[];
export const ANNOUNCEMENT_COLUMNS = [
  'announcement_id',
  'project_id',
  'title',
  'body',
  'starts_at',
  'ends_at',
  'created_at',
] as const satisfies (keyof AnnouncementRow)[];
export const MEMBER_COLUMNS = [
  'member_id',
  'email',
  'name',
  'role',
  'project_ids',
  'password_hash',
  'totp_secret',
  'totp_pending',
  'totp_step',
  'recovery_codes',
  'created_at',
  'disabled_at',
] as const satisfies (keyof MemberRow)[];
export const MEMBER_SESSION_COLUMNS = [
  'session_hash',
  'member_id',
  'created_at',
  'expires_at',
] as const satisfies (keyof MemberSessionRow)[];
export const INVITATION_COLUMNS = [
  'invitation_id',
  'token_hash',
  'email',
  'role',
  'project_ids',
  'member_id',
  'created_at',
  'expires_at',
  'created_by',
] as const satisfies (keyof InvitationRow)[];
export const AUDIT_ENTRY_COLUMNS = [
  'audit_entry_id',
  'created_at',
  'actor_type',
  'actor_id',
  'actor_name',
  'action',
  'project_id',
  'target',
  'details',
] as const satisfies (keyof AuditEntryRow)[];
export const MACRO_COLUMNS = [
  'macro_id',
  'project_id',
  'name',
  'body',
  'created_at',
] as const satisfies (keyof MacroRow)[];
export const SERVICE_SECRET_COLUMNS = ['name', 'value'] as const satisfies (keyof ServiceSecretRow)[];
