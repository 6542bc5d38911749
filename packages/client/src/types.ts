// Written by scripts/client-types.ts from packages/contract. Do not edit.

export interface AddTicketMessageRequest {
  /** What the player writes. */
  message: string;
}

export interface AddTicketMessageResponse {
  messageId: string;
  /** open, pending, resolved or closed; closed is the only terminal one. */
  status: string;
  createdAt: string;
}

export interface CreateTicketRequest {
  /** The public key of the project that the game belongs to. */
  projectPublicKey: string;
  /** What the ticket is about, for example bug or payment; any string is accepted. */
  type: string;
  subject: string;
  /** What the player writes. */
  message: string;
  /** What the player runs. */
  context?: PlayerContextRequest | null;
}

export interface CreateTicketResponse {
  ticketId: string;
  /** open, pending, resolved or closed; closed is the only terminal one. */
  status: string;
  createdAt: string;
}

export interface IdentifyRequest {
  /** The public key of the project that the game belongs to. */
  projectPublicKey: string;
  /** Stable and secret for one installation: whoever knows it is that player. Use 128 random bits. */
  installationId: string;
  /** The game's own name for the user; unverified. Absent keeps, null clears. */
  userId?: string | null;
  /** Absent keeps, null clears. */
  sessionId?: string | null;
  /** What the player runs. */
  context?: PlayerContextRequest | null;
}

export interface IdentifyResponse {
  playerId: string;
  /** Opaque; replaces every earlier token of this installation. */
  playerAccessToken: string;
  serverTime: string;
}

export interface InboxMessageResponse {
  id: string;
  /** ticket_reply, ticket_status, announcement, direct; render an unknown one too. */
  type: string;
  ticketId: string | null;
  title: string;
  body: string;
  createdAt: string;
  readAt: string | null;
}

export interface MarkInboxReadResponse {
  ok: boolean;
  readAt: string;
}

/** What the player runs. */
export interface PlayerContextRequest {
  appVersion?: string | null;
  buildNumber?: string | null;
  platform?: string | null;
  locale?: string | null;
  deviceModel?: string | null;
  osVersion?: string | null;
}

export interface PlayerInboxResponse {
  messages: InboxMessageResponse[];
  /** Suggested delay before the next poll. */
  nextPollAfterSeconds: number;
}

export interface PlayerTicketsResponse {
  tickets: TicketSummaryResponse[];
}

export interface TicketDetailsResponse {
  id: string;
  type: string;
  /** open, pending, resolved or closed; closed is the only terminal one. */
  status: string;
  subject: string;
  messages: TicketMessageResponse[];
}

export interface TicketMessageResponse {
  id: string;
  /** player, admin or system. */
  authorType: string;
  message: string;
  createdAt: string;
}

export interface TicketSummaryResponse {
  id: string;
  type: string;
  /** open, pending, resolved or closed; closed is the only terminal one. */
  status: string;
  subject: string;
  lastMessagePreview: string | null;
  lastMessageAt: string | null;
  /** Answers of the team that the player has not read yet. */
  unreadCount: number;
}
