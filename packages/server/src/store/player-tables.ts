import type { AnswerSkip, AuthorType, StoredStatus, TicketEventKind } from '@player-support/contract/enums';
import type { SnoozeColumns } from '../domain/ticket-transitions.ts';
import { bigint, defineTable, integer, nullable, type RowOf, text, time } from './table.ts';

/**
 * The tables of player data. Each key begins with player_id, which distributes a sharded database.
 */

export const playerTable = defineTable('player', ['player_id'], {
  player_id: text(),
  project_id: text(),
  token_hash: text(),
  token_expires_at: time(),
  user_id: nullable(text()),
  session_id: nullable(text()),
  /** JSON: PlayerContext. Null until the game sends a context. */
  context: nullable(text()),
  blocked: integer<0 | 1>(),
  /** How many tickets of the player are not closed. */
  open_tickets: integer(),
  /** The time of the newest public message in any ticket. */
  last_message_at: nullable(time()),
  /** The time of the newest inbox message. Null: a poll does not need to read the inbox. */
  last_inbox_at: nullable(time()),
  created_at: time(),
  last_seen_at: time(),
  /** The account that this installation is linked to. It then has no tickets of its own. */
  account_id: nullable(text()),
});
export type PlayerRow = RowOf<typeof playerTable>;

export const ticketTable = defineTable('ticket', ['player_id', 'ticket_id'], {
  player_id: text(),
  ticket_id: text(),
  project_id: text(),
  type: text(),
  status: text<StoredStatus>(),
  subject: text(),
  /**
   * The id of the first message. Later messages are rows of `message`. Empty if the team wrote the
   * first message: then it is a row of `message` too.
   */
  message_id: text(),
  message: text(),
  /** JSON: the PlayerContext when the ticket was created. */
  context: nullable(text()),
  last_message_preview: nullable(text()),
  last_message_at: nullable(time()),
  /** The highest `seq` of its messages. */
  message_count: integer(),
  unread_count: integer(),
  attention_since: nullable(time()),
  resolved_at: nullable(time()),
  created_at: time(),
  /** The id of a member. */
  assignee_id: nullable(text()),
  /** The index in PRIORITIES. */
  priority: integer(),
  /** JSON: string[], sorted. Null: no tags. */
  tags: nullable(text()),
  /** `blocked` of its player, so that an index can leave these tickets out. */
  player_blocked: integer<0 | 1>(),
  /** The ticket of the same player that this one is merged into. That one is not merged itself. */
  merged_into: nullable(text()),
  merged_at: nullable(time()),
  /** JSON: BeforeMerge. Only if it is merged. */
  before_merge: nullable(text()),
  /** JSON: string[], the ids of the tickets that are merged into this one. Null: none. */
  merged_tickets: nullable(text()),
  /** The sum of their `message_count`. */
  merged_messages: nullable(integer()),
  /** The version of the form of its type that the player filled in. Null: none. */
  form_version: nullable(integer()),
  /** JSON: Record<string, string>, the answers that can be searched. Null: none. */
  answers: nullable(text()),
  /** The same for answers of the kind `long_text`. */
  long_answers: nullable(text()),
  /** The known issue that it is linked to. */
  known_issue_id: nullable(text()),
  /** Since when. */
  known_issue_at: nullable(time()),
  /** See `SnoozeColumns` in domain/ticket-transitions.ts. */
  snooze_until: nullable(time()),
  snooze_build: nullable(text()),
  waited_since: nullable(time()),
});
export type TicketRow = RowOf<typeof ticketTable>;

/** The columns of a ticket that no merge is about. */
export const NOT_MERGED = {
  merged_into: null,
  merged_at: null,
  before_merge: null,
  merged_tickets: null,
  merged_messages: null,
} as const satisfies Partial<TicketRow>;

/** The columns of a ticket whose player filled in no form. */
export const NO_ANSWERS = {
  form_version: null,
  answers: null,
  long_answers: null,
} as const satisfies Partial<TicketRow>;

/** The columns of a ticket that is linked to no known issue. */
export const NO_KNOWN_ISSUE = { known_issue_id: null, known_issue_at: null } as const satisfies Partial<TicketRow>;
/** The columns of a ticket that was never snoozed. */
export const NEVER_SNOOZED: SnoozeColumns = { snooze_until: null, snooze_build: null, waited_since: null };

/** Tickets with the status `held`. */
export const heldTicketTable = defineTable('held_ticket', ['player_id', 'ticket_id'], {
  player_id: text(),
  ticket_id: text(),
  project_id: text(),
  /** The same for tickets with the same text. See domain/known-texts.ts. */
  text_key: text(),
  /** When the ticket was created. */
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
  /** The id of a member or an API key. Null: the player. */
  author_id: nullable(text()),
  /** The name of the author at that time. */
  author_name: nullable(text()),
});
export type MessageRow = RowOf<typeof messageTable>;

/** The history of tickets: all changes except messages. */
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

/** The files of messages. Each has its file from `ready` on, until the job has deleted it. */
export const attachmentTable = defineTable('attachment', ['player_id', 'attachment_id'], {
  player_id: text(),
  /** Sorts by time of creation. */
  attachment_id: text(),
  project_id: text(),
  state: text<'receiving' | 'ready' | 'deleted'>(),
  name: text(),
  content_type: text(),
  /** Bytes of the file. While it is received: the most that it can have. */
  size: bigint(),
  /** The id of a member or an API key. Null: the player. */
  uploaded_by: nullable(text()),
  ticket_id: nullable(text()),
  /** Null: it has no message yet. */
  message_id: nullable(text()),
  /** `off`: no scanner was set when it came. */
  scan: text<'off' | 'waiting' | 'clean' | 'infected'>(),
  /** When the scanner is asked again. Null: it has answered, or there is none. */
  scan_at: nullable(time()),
  created_at: time(),
  /** When the job deletes it. Null: it has a message. */
  expires_at: nullable(time()),
  /** Bytes of a file that arrives in parts. Null: it came in one request. */
  upload_length: nullable(bigint()),
  /** Bytes of it that are stored. */
  upload_offset: nullable(bigint()),
  /** The numbers of the parts with these bytes, in order, such as `0,2`. */
  part_numbers: nullable(text()),
  /** Parts below this number may be in the store of files. Null: none are. */
  next_part_number: nullable(bigint()),
});
export type AttachmentRow = RowOf<typeof attachmentTable>;

export const inboxMessageTable = defineTable('inbox_message', ['player_id', 'message_id'], {
  player_id: text(),
  /** Sorts by time of creation. */
  message_id: text(),
  /** JSON: InboxContent. */
  content: text(),
  created_at: time(),
  read_at: nullable(time()),
});

export const announcementReceiptTable = defineTable('announcement_receipt', ['player_id', 'announcement_id'], {
  player_id: text(),
  announcement_id: text(),
  read_at: time(),
});
export type AnnouncementReceiptRow = RowOf<typeof announcementReceiptTable>;

export const idempotencyReceiptTable = defineTable('idempotency_receipt', ['player_id', 'path', 'idempotency_key'], {
  player_id: text(),
  /** The path of the request, and its caller if that is not the player. */
  path: text(),
  idempotency_key: text(),
  body_hash: text(),
  /** The body of the first response, byte for byte. */
  answer: text(),
  created_at: time(),
});
export type IdempotencyReceiptRow = RowOf<typeof idempotencyReceiptTable>;

/** The installations of an account, each with its own token. */
export const playerLinkTable = defineTable('player_link', ['player_id', 'installation_id'], {
  /** The account. */
  player_id: text(),
  /** The player id of the installation. */
  installation_id: text(),
  token_hash: text(),
  token_expires_at: time(),
  created_at: time(),
});
export type PlayerLinkRow = RowOf<typeof playerLinkTable>;

/** What players got from installations in the last 30 days. */
export const playerMoveTable = defineTable('player_move', ['player_id', 'move_id'], {
  /** The player who got it. */
  player_id: text(),
  /** Sorts by time. */
  move_id: text(),
  /** The player id of the installation that gave it. */
  installation_id: text(),
  /** A link to this account, or a support code. */
  kind: text<'link' | 'code'>(),
  /** How many tickets moved. */
  tickets: integer(),
  /** JSON: MovedData. */
  moved: text(),
  created_at: time(),
});
export type PlayerMoveRow = RowOf<typeof playerMoveTable>;

/** Tickets that belong to another player than the one in their id. */
export const movedTicketTable = defineTable('moved_ticket', ['player_id', 'ticket_id'], {
  /** The player in the id of the ticket. */
  player_id: text(),
  ticket_id: text(),
  /** The player who has it now. It can be the first one again. */
  owner_id: text(),
});

/** Identity tokens that linked an installation. Each is accepted once. */
export const usedIdentityTokenTable = defineTable('used_identity_token', ['player_id', 'token_key'], {
  /** The account. */
  player_id: text(),
  /** A hash of its `jti`, or of the token without its signature. */
  token_key: text(),
  expires_at: time(),
});
export type UsedIdentityTokenRow = RowOf<typeof usedIdentityTokenTable>;

/** Which tickets got an answer to their known issue, or were left out: none gets it twice. */
export const answeredTicketTable = defineTable('answered_ticket', ['player_id', 'ticket_id', 'answer_id'], {
  /** The player in the id of the ticket, also after it moved to another player. */
  player_id: text(),
  ticket_id: text(),
  answer_id: text(),
  created_at: time(),
  /** Why it did not get it. Null: it did. */
  skipped: nullable(text<AnswerSkip>()),
});
export type AnsweredTicketRow = RowOf<typeof answeredTicketTable>;

/** Up to which message a member has seen a ticket, in the last 30 days. */
export const seenTicketTable = defineTable('seen_ticket', ['player_id', 'member_id', 'ticket_id'], {
  /** The player who had the ticket then. After it moved, the member has not seen it. */
  player_id: text(),
  member_id: text(),
  ticket_id: text(),
  /** The `seq` of the newest message that the member has seen. */
  seq: integer(),
  seen_at: time(),
});

/** The last question to the player of a ticket whether its known issue is fixed. */
export const fixQuestionTable = defineTable('fix_question', ['player_id', 'ticket_id', 'known_issue_id'], {
  player_id: text(),
  ticket_id: text(),
  known_issue_id: text(),
  /** The inbox message that asks. */
  message_id: text(),
  /** The build that it asks about. */
  build: text(),
  /** Null: the player has not answered. */
  answer: nullable(text<'yes' | 'no'>()),
  asked_at: time(),
  answered_at: nullable(time()),
});
export type FixQuestionRow = RowOf<typeof fixQuestionTable>;

/** Players who have a known issue too, without a ticket about it. */
export const subscriptionTable = defineTable('subscription', ['player_id', 'known_issue_id'], {
  player_id: text(),
  known_issue_id: text(),
  created_at: time(),
  /** When the player was told that it is fixed. */
  told_at: nullable(time()),
});
export type SubscriptionRow = RowOf<typeof subscriptionTable>;
/**
 * How many tickets players created in each hour. It is counted in the transaction of the ticket, so
 * on Citus it is on the node of the player.
 */
export const radarCountTable = defineTable(
  'radar_count',
  ['player_id', 'project_id', 'hour', 'build', 'platform', 'type'],
  {
    /** The player. `*`: the counters of all players, added up. */
    player_id: text(),
    project_id: text(),
    /** Hours since 1970, UTC. */
    hour: bigint(),
    /** Empty: the game did not say. `*`: one of those that had no room. */
    build: text(),
    platform: text(),
    type: text(),
    /** Of a player: 1. */
    tickets: integer(),
  },
);
export type RadarCountRow = RowOf<typeof radarCountTable>;

/** Each table comes after the tables that it references. */
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
