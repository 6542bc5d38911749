import type { TicketStatus } from '../domain/ticket-life.ts';

/** A point in time: milliseconds since 1970, UTC. */
type Time = number;
type Flag = 0 | 1;

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
}

export interface ApiKeyRow {
  api_key_id: string;
  name: string;
  key_hash: string;
  created_at: Time;
  revoked_at: Time | null;
}

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

export interface AnnouncementRow {
  announcement_id: string;
  project_id: string;
  title: string;
  body: string;
  starts_at: Time | null;
  ends_at: Time | null;
  created_at: Time;
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
  player: PlayerRow;
  ticket: TicketRow;
  message: MessageRow;
  inbox_message: InboxMessageRow;
  announcement_receipt: AnnouncementReceiptRow;
  idempotency_receipt: IdempotencyReceiptRow;
}

/**
 * Small tables of the team, which a sharded database keeps whole on every node. Every other table is of player data, and
 * is spread by player_id.
 */
export const REFERENCE_TABLES = ['project', 'api_key', 'announcement', 'migration'] as const;

/**
 * The columns of each row. Statements name them instead of `*`: a newer program that adds a column to a table must not
 * change what the statements of an older one, still running, give.
 */
export const PROJECT_COLUMNS = [
  'project_id',
  'name',
  'public_key',
  'status',
  'identity_salt',
  'auto_close_days',
  'ticket_types',
  'created_at',
] as const satisfies (keyof ProjectRow)[];
export const API_KEY_COLUMNS = [
  'api_key_id',
  'name',
  'key_hash',
  'created_at',
  'revoked_at',
] as const satisfies (keyof ApiKeyRow)[];
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
] as const satisfies (keyof MessageRow)[];
export const ANNOUNCEMENT_COLUMNS = [
  'announcement_id',
  'project_id',
  'title',
  'body',
  'starts_at',
  'ends_at',
  'created_at',
] as const satisfies (keyof AnnouncementRow)[];
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
  player: PLAYER_COLUMNS,
  ticket: TICKET_COLUMNS,
  message: MESSAGE_COLUMNS,
  inbox_message: INBOX_MESSAGE_COLUMNS,
  announcement_receipt: ANNOUNCEMENT_RECEIPT_COLUMNS,
  idempotency_receipt: IDEMPOTENCY_RECEIPT_COLUMNS,
});

export const PRIMARY_KEYS = {
  project: ['project_id'],
  api_key: ['api_key_id'],
  announcement: ['announcement_id'],
  player: ['player_id'],
  ticket: ['player_id', 'ticket_id'],
  message: ['player_id', 'ticket_id', 'seq'],
  inbox_message: ['player_id', 'message_id'],
  announcement_receipt: ['player_id', 'announcement_id'],
  idempotency_receipt: ['player_id', 'path', 'idempotency_key'],
} as const satisfies Columns;
