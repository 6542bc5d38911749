// Written by scripts/client-types.ts from packages/contract. Do not edit.

export interface AddTicketMessageRequest {
  /** The text of the player. */
  message: string;
}

export interface AddTicketMessageResponse {
  messageId: string;
  /** `open`, `pending`, `resolved` or `closed`. Only a closed ticket takes no replies. */
  status: 'open' | 'pending' | 'resolved' | 'closed' | (string & {});
  createdAt: string;
}

export interface CreateTicketRequest {
  /** The public key of the game's project. */
  projectPublicKey: string;
  /** What the ticket is about, such as `bug` or `payment`. Any string is valid. */
  type: 'bug' | 'payment' | (string & {});
  subject: string;
  /** The text of the player. */
  message: string;
  /** The version of the game and the device that it runs on. */
  context?: PlayerContextRequest | null;
}

export interface CreateTicketResponse {
  ticketId: string;
  /** `open`, `pending`, `resolved` or `closed`. Only a closed ticket takes no replies. */
  status: 'open' | 'pending' | 'resolved' | 'closed' | (string & {});
  createdAt: string;
}

export interface IdentifyRequest {
  /** The public key of the game's project. */
  projectPublicKey: string;
  /**
   * A stable secret of one installation. Anyone who knows it can act as the player. Use 128 random
   * bits.
   */
  installationId: string;
  /** The game's own id for the user. It is not verified. If absent, it stays; null clears it. */
  userId?: string | null;
  /** If absent, it stays; null clears it. */
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
