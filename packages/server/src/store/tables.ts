import type { TicketEventKind, TicketStatus } from '@player-support/contract/enums';
import {
  ANNOUNCEMENT_COLUMNS,
  type AnnouncementRow,
  API_KEY_COLUMNS,
  type ApiKeyRow,
  AUDIT_ENTRY_COLUMNS,
  type AuditEntryRow,
  INVITATION_COLUMNS,
  type InvitationRow,
  MACRO_COLUMNS,
  type MacroRow,
  MEMBER_COLUMNS,
  MEMBER_SESSION_COLUMNS,
  type MemberRow,
  type MemberSessionRow,
  PROJECT_COLUMNS,
  type ProjectRow,
  SERVICE_SECRET_COLUMNS,
  type ServiceSecretRow,
} from './team-tables.ts';

export * from './team-tables.ts';

/** A point in time: milliseconds since 1970, UTC. */
type Time = number;
type Flag = 0 | 1;

export interface PlayerRow {
  player_id: string;
  project_id: string;
  token_hash: string;
  token_expires_at: Time;
  user_id: string | null;
  session_id: string | null;
  /** JSON: PlayerContext; null until a context was sent. */
  context: string | null;
  blocked: Flag;
  open_tickets: number;
  /** Of the newest public message in any ticket. */
  last_message_at: Time | null;
  /** Of the newest inbox message; a poll of a player who never got one reads no inbox. */
  last_inbox_at: Time | null;
  created_at: Time;
  last_seen_at: Time;
}

export interface TicketRow {
  player_id: string;
  ticket_id: string;
  project_id: string;
  type: string;
  status: TicketStatus;
  subject: string;
  /** The first message of the conversation; those that follow are rows of `message`. */
  message_id: string;
  message: string;
  /** JSON: PlayerContext at creation. */
  context: string | null;
  last_message_preview: string | null;
  last_message_at: Time | null;
  /** The highest message seq so far. */
  message_count: number;
  unread_count: number;
  attention_since: Time | null;
  resolved_at: Time | null;
  created_at: Time;
  /** A member of the team. */
  assignee_id: string | null;
  /** The place in PRIORITIES. */
  priority: number;
  /** JSON: string[], sorted; null: none. */
  tags: string | null;
}

export interface MessageRow {
  player_id: string;
  ticket_id: string;
  /** 2, 3 ... in the order in which they were written; 1 is the ticket's own. */
  seq: number;
  message_id: string;
  author_type: 'player' | 'admin' | 'system';
  visibility: 'public' | 'internal';
  message: string;
  created_at: Time;
  read_at: Time | null;
  /** The member or API key that wrote it, by the name that it had then; null for what the player wrote. */
  author_id: string | null;
  author_name: string | null;
}

/** A change of a ticket beside its messages. */
export interface TicketEventRow {
  player_id: string;
  ticket_id: string;
  /** Sorts by time. */
  event_id: string;
  kind: TicketEventKind;
  from_value: string | null;
  to_value: string | null;
  /** Null: done by the clock. */
  actor_id: string | null;
  actor_name: string | null;
  created_at: Time;
}

export interface InboxMessageRow {
  player_id: string;
  /** Sorts by time of creation. */
  message_id: string;
  /** JSON: InboxContent. */
  content: string;
  created_at: Time;
  read_at: Time | null;
}

export interface AnnouncementReceiptRow {
  player_id: string;
  announcement_id: string;
  read_at: Time;
}

export interface IdempotencyReceiptRow {
  player_id: string;
  /** The path of the request. */
  path: string;
  idempotency_key: string;
  body_hash: string;
  /** The body of the first answer, byte for byte. */
  answer: string;
  created_at: Time;
}

export interface Tables {
  project: ProjectRow;
  api_key: ApiKeyRow;
  announcement: AnnouncementRow;
  member: MemberRow;
  member_session: MemberSessionRow;
  invitation: InvitationRow;
  audit_entry: AuditEntryRow;
  macro: MacroRow;
  service_secret: ServiceSecretRow;
  player: PlayerRow;
  ticket: TicketRow;
  message: MessageRow;
  ticket_event: TicketEventRow;
  inbox_message: InboxMessageRow;
  announcement_receipt: AnnouncementReceiptRow;
  idempotency_receipt: IdempotencyReceiptRow;
}

/**
 * Small tables of the team, which a sharded database keeps whole on every node. Every other table is of player data, and
 * is spread by player_id.
 */
export const REFERENCE_TABLES = [
  'project',
  'api_key',
  'announcement',
  'member',
  'member_session',
  'invitation',
  'audit_entry',
  'macro',
  'service_secret',
  'migration',
] as const;

/**
 * The columns of each row. Statements name them instead of `*`: a newer program that adds a column to a table must not
 * change what the statements of an older one, still running, give.
 */
export const PLAYER_COLUMNS = [
  'player_id',
  'project_id',
  'token_hash',
  'token_expires_at',
  'user_id',
  'session_id',
  'context',
  'blocked',
  'open_tickets',
  'last_message_at',
  'last_inbox_at',
  'created_at',
  'last_seen_at',
] as const satisfies (keyof PlayerRow)[];
export const TICKET_COLUMNS = [
  'player_id',
  'ticket_id',
  'project_id',
  'type',
  'status',
  'subject',
  'message_id',
  'message',
  'context',
  'last_message_preview',
  'last_message_at',
  'message_count',
  'unread_count',
  'attention_since',
  'resolved_at',
  'created_at',
  'assignee_id',
  'priority',
  'tags',
] as const satisfies (keyof TicketRow)[];
export const MESSAGE_COLUMNS = [
  'player_id',
  'ticket_id',
  'seq',
  'message_id',
  'author_type',
  'visibility',
  'message',
  'created_at',
  'read_at',
  'author_id',
  'author_name',
] as const satisfies (keyof MessageRow)[];
export const TICKET_EVENT_COLUMNS = [
  'player_id',
  'ticket_id',
  'event_id',
  'kind',
  'from_value',
  'to_value',
  'actor_id',
  'actor_name',
  'created_at',
] as const satisfies (keyof TicketEventRow)[];
export const INBOX_MESSAGE_COLUMNS = [
  'player_id',
  'message_id',
  'content',
  'created_at',
  'read_at',
] as const satisfies (keyof InboxMessageRow)[];
export const ANNOUNCEMENT_RECEIPT_COLUMNS = [
  'player_id',
  'announcement_id',
  'read_at',
] as const satisfies (keyof AnnouncementReceiptRow)[];
export const IDEMPOTENCY_RECEIPT_COLUMNS = [
  'player_id',
  'path',
  'idempotency_key',
  'body_hash',
  'answer',
  'created_at',
] as const satisfies (keyof IdempotencyReceiptRow)[];

type Columns = { readonly [Table in keyof Tables]: readonly (keyof Tables[Table])[] };
type Forgotten<C extends Columns> = {
  [Table in keyof Tables]: Exclude<keyof Tables[Table], C[Table][number]>;
}[keyof Tables];

/** Takes lists that have every column of every table; with one forgotten they are of the wrong type. */
const complete = <const C extends Columns>(columns: [Forgotten<C>] extends [never] ? C : Forgotten<C>) => columns as C;

/** Every column of every table; the tables in an order in which each comes after those that it refers to. */
export const COLUMNS = complete({
  project: PROJECT_COLUMNS,
  api_key: API_KEY_COLUMNS,
  announcement: ANNOUNCEMENT_COLUMNS,
  member: MEMBER_COLUMNS,
  member_session: MEMBER_SESSION_COLUMNS,
  invitation: INVITATION_COLUMNS,
  audit_entry: AUDIT_ENTRY_COLUMNS,
  macro: MACRO_COLUMNS,
  service_secret: SERVICE_SECRET_COLUMNS,
  player: PLAYER_COLUMNS,
  ticket: TICKET_COLUMNS,
  message: MESSAGE_COLUMNS,
  ticket_event: TICKET_EVENT_COLUMNS,
  inbox_message: INBOX_MESSAGE_COLUMNS,
  announcement_receipt: ANNOUNCEMENT_RECEIPT_COLUMNS,
  idempotency_receipt: IDEMPOTENCY_RECEIPT_COLUMNS,
});

export const PRIMARY_KEYS = {
  project: ['project_id'],
  api_key: ['api_key_id'],
  announcement: ['announcement_id'],
  member: ['member_id'],
  member_session: ['session_hash'],
  invitation: ['invitation_id'],
  audit_entry: ['audit_entry_id'],
  macro: ['macro_id'],
  service_secret: ['name'],
  player: ['player_id'],
  ticket: ['player_id', 'ticket_id'],
  message: ['player_id', 'ticket_id', 'seq'],
  ticket_event: ['player_id', 'ticket_id', 'event_id'],
  inbox_message: ['player_id', 'message_id'],
  announcement_receipt: ['player_id', 'announcement_id'],
  idempotency_receipt: ['player_id', 'path', 'idempotency_key'],
} as const satisfies Columns;
