import type { AnswerSkip, AuthorType, StoredStatus, TicketEventKind } from '@player-support/contract/enums';
import { bigint, defineTable, integer, nullable, type RowOf, text, time } from './table.ts';

/** Each key begins with player_id, which distributes a sharded database. */

export const playerTable = defineTable('player', ['player_id'], {
  player_id: text(),
  project_id: text(),
  token_hash: text(),
  token_expires_at: time(),
  /** Empty, as the session id can be, only if an earlier version stored it: no user id. */
  user_id: nullable(text()),
  session_id: nullable(text()),
  /** JSON: PlayerContext. Null until the game sends a context. */
  context: nullable(text()),
  blocked: integer<0 | 1>(),
  /** Tickets that are not closed. */
  open_tickets: integer(),
  /** Newest public message in any ticket. */
  last_message_at: nullable(time()),
  /** Newest inbox message. Null: a poll need not read the inbox. */
  last_inbox_at: nullable(time()),
  created_at: time(),
  last_seen_at: time(),
  /** A linked installation has no own tickets. */
  account_id: nullable(text()),
});
export type PlayerRow = RowOf<typeof playerTable>;

export const ticketTable = defineTable('ticket', ['player_id', 'ticket_id'], {
  player_id: text(),
  ticket_id: text(),
  project_id: text(),
  /** To quote. Unique in the project. null: not yet numbered. */
  number: nullable(integer()),
  type: text(),
  status: text<StoredStatus>(),
  subject: text(),
  message_id: text(),
  message: text(),
  /** JSON: the PlayerContext at creation. */
  context: nullable(text()),
  last_message_preview: nullable(text()),
  last_message_at: nullable(time()),
  /** The highest `seq`. */
  message_count: integer(),
  unread_count: integer(),
  attention_since: nullable(time()),
  resolved_at: nullable(time()),
  created_at: time(),
  assignee_id: nullable(text()),
  /** The index in PRIORITIES. */
  priority: integer(),
  tags: nullable(text()),
  /** As of its player, so that an index can leave these tickets out. */
  player_blocked: integer<0 | 1>(),
  /** A ticket of the same player that is not merged itself. */
  merged_into: nullable(text()),
  merged_at: nullable(time()),
  /** JSON: BeforeMerge. Only while merged. */
  before_merge: nullable(text()),
  /** JSON: string[], the merged tickets' ids. */
  merged_tickets: nullable(text()),
  /** The sum of their `message_count`. */
  merged_messages: nullable(integer()),
  /** Of the form that the player filled in. */
  form_version: nullable(integer()),
  /** JSON: Record<string, string>, searchable answers. */
  answers: nullable(text()),
  /** Answers of the kind `long_text`. */
  long_answers: nullable(text()),
  known_issue_id: nullable(text()),
  known_issue_at: nullable(time()),
  /** See `SnoozeColumns` in domain/ticket-transitions.ts. */
  snooze_until: nullable(time()),
  snooze_build: nullable(text()),
  waited_since: nullable(time()),
});
export type TicketRow = RowOf<typeof ticketTable>;

/** With the status `held`. */
export const heldTicketTable = defineTable('held_ticket', ['player_id', 'ticket_id'], {
  player_id: text(),
  ticket_id: text(),
  project_id: text(),
  /** Equal for equal texts. See domain/known-texts.ts. */
  text_key: text(),
  /** Of the ticket. */
  created_at: time(),
});
export type HeldTicketRow = RowOf<typeof heldTicketTable>;

export const messageTable = defineTable('message', ['player_id', 'ticket_id', 'seq'], {
  player_id: text(),
  ticket_id: text(),
  /** 2, 3 and so on, in the order of writing. The first message is in the row of the ticket. */
  seq: integer(),
  message_id: text(),
  author_type: text<AuthorType>(),
  visibility: text<'public' | 'internal'>(),
  message: text(),
  created_at: time(),
  read_at: nullable(time()),
  /** A member or an API key. Null: the player. */
  author_id: nullable(text()),
  /** At that time. */
  author_name: nullable(text()),
});
export type MessageRow = RowOf<typeof messageTable>;

/** All changes of tickets except messages. */
export const ticketEventTable = defineTable('ticket_event', ['player_id', 'ticket_id', 'event_id'], {
  player_id: text(),
  ticket_id: text(),
  /** Sorts by time. */
  event_id: text(),
  kind: text<TicketEventKind>(),
  from_value: nullable(text()),
  to_value: nullable(text()),
  /** Null: a job of the server. */
  actor_id: nullable(text()),
  actor_name: nullable(text()),
  created_at: time(),
});
export type TicketEventRow = RowOf<typeof ticketEventTable>;

/** A row has its file from `ready` until the job has deleted it. */
export const attachmentTable = defineTable('attachment', ['player_id', 'attachment_id'], {
  player_id: text(),
  attachment_id: text(),
  project_id: text(),
  state: text<'receiving' | 'ready' | 'deleted'>(),
  name: text(),
  content_type: text(),
  /** In bytes. While receiving: what counts of it. */
  size: bigint(),
  /** A member or an API key. Null: the player. */
  uploaded_by: nullable(text()),
  ticket_id: nullable(text()),
  /** Null: it has no message yet. */
  message_id: nullable(text()),
  /** `off`: no scanner was set when it came. */
  scan: text<'off' | 'waiting' | 'clean' | 'infected'>(),
  /** When the scanner is asked again. Null: answered, or no scanner. */
  scan_at: nullable(time()),
  created_at: time(),
  /** When the job deletes it. Null: a message has it. */
  expires_at: nullable(time()),
  /** For a file in parts. Null: it came in one request. */
  upload_length: nullable(bigint()),
  /** Stored bytes of it. */
  upload_offset: nullable(bigint()),
  /** The parts with these bytes, in order, such as `0,2`. */
  part_numbers: nullable(text()),
  /** Parts below this number may be in the file store. Null: none. */
  next_part_number: nullable(bigint()),
});
export type AttachmentRow = RowOf<typeof attachmentTable>;

export const inboxMessageTable = defineTable('inbox_message', ['player_id', 'message_id'], {
  player_id: text(),
  message_id: text(),
  /** JSON: InboxContent. */
  content: text(),
  created_at: time(),
  read_at: nullable(time()),
});
export type InboxMessageRow = RowOf<typeof inboxMessageTable>;

export const announcementReceiptTable = defineTable('announcement_receipt', ['player_id', 'announcement_id'], {
  player_id: text(),
  announcement_id: text(),
  read_at: time(),
});
export type AnnouncementReceiptRow = RowOf<typeof announcementReceiptTable>;

export const idempotencyReceiptTable = defineTable('idempotency_receipt', ['player_id', 'path', 'idempotency_key'], {
  player_id: text(),
  /** The request's path, and its caller if not the player. */
  path: text(),
  idempotency_key: text(),
  body_hash: text(),
  /** The body of the first response, byte for byte. */
  answer: text(),
  created_at: time(),
});
export type IdempotencyReceiptRow = RowOf<typeof idempotencyReceiptTable>;

/** Each installation has its own token. */
export const playerLinkTable = defineTable('player_link', ['player_id', 'installation_id'], {
  player_id: text(),
  /** The installation's player id. */
  installation_id: text(),
  token_hash: text(),
  token_expires_at: time(),
  created_at: time(),
});
export type PlayerLinkRow = RowOf<typeof playerLinkTable>;

export const playerMoveTable = defineTable('player_move', ['player_id', 'move_id'], {
  /** The receiver. */
  player_id: text(),
  move_id: text(),
  /** The giver's player id. */
  installation_id: text(),
  /** Linked to this account, or by support code. */
  kind: text<'link' | 'code'>(),
  tickets: integer(),
  /** JSON: MovedData. */
  moved: text(),
  created_at: time(),
});
export type PlayerMoveRow = RowOf<typeof playerMoveTable>;

/** Tickets of another player than their id says. */
export const movedTicketTable = defineTable('moved_ticket', ['player_id', 'ticket_id'], {
  /** The player in the ticket's id. */
  player_id: text(),
  ticket_id: text(),
  owner_id: text(),
});

/** Each token is accepted once. */
export const usedIdentityTokenTable = defineTable('used_identity_token', ['player_id', 'token_key'], {
  player_id: text(),
  /** A hash of its `jti`, or of the token without its signature. */
  token_key: text(),
  expires_at: time(),
});
export type UsedIdentityTokenRow = RowOf<typeof usedIdentityTokenTable>;

/** So that no ticket gets an answer twice. Also those left out. */
export const answeredTicketTable = defineTable('answered_ticket', ['player_id', 'ticket_id', 'answer_id'], {
  /** The player in the ticket's id, also after a move. */
  player_id: text(),
  ticket_id: text(),
  answer_id: text(),
  created_at: time(),
  /** Why it was left out. Null: it got the answer. */
  skipped: nullable(text<AnswerSkip>()),
});
export type AnsweredTicketRow = RowOf<typeof answeredTicketTable>;

export const seenTicketTable = defineTable('seen_ticket', ['player_id', 'member_id', 'ticket_id'], {
  /** The ticket's player then. After a move, the member has not seen it. */
  player_id: text(),
  member_id: text(),
  ticket_id: text(),
  /** The newest seen message's `seq`. */
  seq: integer(),
  seen_at: time(),
});

/** The last question whether the ticket's known issue is fixed. */
export const fixQuestionTable = defineTable('fix_question', ['player_id', 'ticket_id', 'known_issue_id'], {
  player_id: text(),
  ticket_id: text(),
  known_issue_id: text(),
  message_id: text(),
  build: text(),
  /** Null: no answer yet. */
  answer: nullable(text<'yes' | 'no'>()),
  asked_at: time(),
  answered_at: nullable(time()),
});
export type FixQuestionRow = RowOf<typeof fixQuestionTable>;

/** Without a ticket about it. */
export const subscriptionTable = defineTable('subscription', ['player_id', 'known_issue_id'], {
  player_id: text(),
  known_issue_id: text(),
  created_at: time(),
  /** When the player was told that it is fixed. */
  told_at: nullable(time()),
});
export type SubscriptionRow = RowOf<typeof subscriptionTable>;
/** Tickets by hour. Counted in the ticket's transaction, so on Citus on the player's node. */
export const radarCountTable = defineTable(
  'radar_count',
  ['player_id', 'project_id', 'hour', 'build', 'platform', 'type'],
  {
    /** `*`: all players, added up. */
    player_id: text(),
    project_id: text(),
    /** Hours since 1970, UTC. */
    hour: bigint(),
    /** Empty: the game did not say. `*`: those without a row of their own. */
    build: text(),
    platform: text(),
    type: text(),
    /** Of a player: 1. */
    tickets: integer(),
  },
);
export type RadarCountRow = RowOf<typeof radarCountTable>;

export const PLAYER_TABLES = [
  playerTable,
  ticketTable,
  heldTicketTable,
  messageTable,
  ticketEventTable,
  attachmentTable,
  inboxMessageTable,
  announcementReceiptTable,
  idempotencyReceiptTable,
  playerLinkTable,
  playerMoveTable,
  movedTicketTable,
  usedIdentityTokenTable,
  answeredTicketTable,
  seenTicketTable,
  fixQuestionTable,
  subscriptionTable,
  radarCountTable,
] as const;
