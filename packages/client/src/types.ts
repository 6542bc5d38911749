// Written by scripts/client-types.ts from packages/contract. Do not edit.

export interface AddTicketMessageRequest {
  /** The text of the player. */
  message: string;
  /** Ids of uploaded files. The message is created even if it cannot get one of them. */
  attachments?: string[] | null;
}

export interface AddTicketMessageResponse {
  messageId: string;
  /** `open`, `pending`, `resolved` or `closed`. Only a closed ticket takes no replies. */
  status: 'open' | 'pending' | 'resolved' | 'closed' | (string & {});
  createdAt: string;
  /**
   * Only if the request has `attachments`: the ids of those that do not exist, or already belong to
   * another message.
   */
  refusedAttachments?: string[];
}

export interface CreateTicketRequest {
  /** The public key of the game's project. */
  projectPublicKey: string;
  /** What the ticket is about, such as `bug` or `payment`. Any string is valid. */
  type: 'bug' | 'payment' | 'account' | 'gameplay' | 'feedback' | 'report_player' | 'appeal' | 'other' | (string & {});
  subject: string;
  /** The text of the player. */
  message: string;
  /** The version of the game and the device that it runs on. */
  context?: PlayerContextRequest | null;
  /**
   * The `formVersion` of GetTicketTypes that the player filled in. Without it, or with a version
   * that does not exist, `fields` are ignored.
   */
  formVersion?: number;
  /**
   * The answers by the names of the fields: texts, numbers and booleans. null or a blank text is no
   * answer. Answers of hidden fields are ignored.
   */
  fields?: Readonly<Record<string, string | number | boolean | null>>;
  /** Ids of uploaded files. The message is created even if it cannot get one of them. */
  attachments?: string[] | null;
}

export interface CreateTicketResponse {
  ticketId: string;
  /** `open`, `pending`, `resolved` or `closed`. Only a closed ticket takes no replies. */
  status: 'open' | 'pending' | 'resolved' | 'closed' | (string & {});
  createdAt: string;
  /**
   * Only if the request has a `formVersion`: the version with which the answers are stored. null:
   * there is no such version, and the ticket has no answers.
   */
  formVersion?: number | null;
  /**
   * Only if the request has `attachments`: the ids of those that do not exist, or already belong to
   * another message.
   */
  refusedAttachments?: string[];
}

export interface IdentifyRequest {
  /** The public key of the game's project. */
  projectPublicKey: string;
  /**
   * A stable secret of one installation. Anyone who knows it can act as the player. Use 128 random
   * bits.
   */
  installationId: string;
  /**
   * The game's own id for the user. It is not verified. If absent or empty, it stays; null clears
   * it.
   */
  userId?: string | null;
  /** If absent or empty, it stays; null clears it. */
  sessionId?: string | null;
  /** The version of the game and the device that it runs on. */
  context?: PlayerContextRequest | null;
}

export interface IdentifyResponse {
  playerId: string;
  /** An opaque token. It replaces every earlier token of the installation. */
  playerAccessToken: string;
  serverTime: string;
}

export interface InboxMessageResponse {
  id: string;
  /**
   * `ticket_reply`, `ticket_status`, `announcement` or `direct`. Show a message of an unknown type
   * as well.
   */
  type: 'ticket_reply' | 'ticket_status' | 'announcement' | 'direct' | (string & {});
  /** The related ticket, if any. */
  ticketId: string | null;
  title: string;
  body: string;
  createdAt: string;
  /** null while unread. */
  readAt: string | null;
}

export interface MarkInboxReadResponse {
  ok: boolean;
  readAt: string;
}

/** The version of the game and the device that it runs on. */
export interface PlayerContextRequest {
  appVersion?: string | null;
  buildNumber?: string | null;
  platform?: string | null;
  locale?: string | null;
  deviceModel?: string | null;
  osVersion?: string | null;
}

export interface PlayerInboxResponse {
  /** Newest first. */
  messages: InboxMessageResponse[];
  /** How long to wait before the next poll. */
  nextPollAfterSeconds: number;
}

export interface PlayerTicketsResponse {
  tickets: TicketSummaryResponse[];
}

export interface TicketDetailsResponse {
  id: string;
  type: string;
  /** `open`, `pending`, `resolved` or `closed`. Only a closed ticket takes no replies. */
  status: 'open' | 'pending' | 'resolved' | 'closed' | (string & {});
  subject: string;
  /** Oldest first. */
  messages: TicketMessageResponse[];
}

export interface TicketMessageResponse {
  id: string;
  /** `player`, `admin` (the team) or `system`. */
  authorType: 'player' | 'admin' | 'system' | (string & {});
  message: string;
  createdAt: string;
  /** Only if the message has any. */
  attachments?: AttachmentResponse[];
}

export interface TicketSummaryResponse {
  id: string;
  type: string;
  /** `open`, `pending`, `resolved` or `closed`. Only a closed ticket takes no replies. */
  status: 'open' | 'pending' | 'resolved' | 'closed' | (string & {});
  subject: string;
  lastMessagePreview: string | null;
  lastMessageAt: string | null;
  /** Replies of the team that the player has not read yet. */
  unreadCount: number;
}

export interface AttachmentResponse {
  id: string;
  /** The sanitized file name. */
  name: string;
  /** The media type, detected from the bytes of the file. */
  contentType: string;
  /** Bytes of the stored file. */
  size: number;
  /**
   * A path of this server with which anyone can read the file for half an hour to an hour. null:
   * the file cannot be read now. `scan` says why if it waits for the scanner or was infected.
   */
  url: string | null;
  /**
   * Only without `url`. `waiting`: the scanner has not answered yet. `infected`: it has found
   * malware.
   */
  scan?: 'waiting' | 'infected' | (string & {});
}
