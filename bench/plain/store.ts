type Maybe<T> = T | Promise<T>;

/** With a valid token, and the player's project. */
export interface Session {
  readonly player_id: string;
  readonly public_key: string;
  readonly token_expires_at: number;
  readonly open_tickets: number;
  readonly last_message_at: number | null;
}

export interface InboxMessage {
  readonly message_id: string;
  readonly type: string;
  readonly ticket_id: string | null;
  readonly title: string;
  readonly body: string;
  readonly created_at: number;
  readonly read_at: number | null;
}

export interface Message {
  readonly message_id: string;
  readonly author_type: string;
  readonly author_id: string | null;
  readonly author_name: string | null;
  readonly internal: number;
  readonly message: string;
  readonly created_at: number;
  readonly read_at: number | null;
}

export interface Ticket {
  readonly ticket_id: string;
  readonly project_id: string;
  readonly player_id: string;
  readonly type: string;
  readonly status: string;
  readonly subject: string;
  readonly context: string | null;
  readonly last_message_preview: string;
  readonly last_message_at: number;
  readonly unread_count: number;
  readonly attention_since: number | null;
  readonly created_at: number;
  readonly assignee_id: string | null;
  readonly priority: number;
  readonly tags: string | null;
}

/** In the player's view, with the ticket's columns. */
export type ConversationRow = Message & Pick<Ticket, 'type' | 'status' | 'subject' | 'unread_count'>;

export interface QueueTicket extends Ticket {
  readonly user_id: string | null;
  readonly blocked: number;
}

/** The player's columns begin with `player_` or have their own names. */
export interface TeamTicket extends QueueTicket {
  readonly session_id: string | null;
  readonly player_context: string | null;
  readonly open_tickets: number;
  readonly player_created_at: number;
  readonly last_seen_at: number;
}

export interface Identity {
  readonly playerId: string;
  readonly projectId: string;
  readonly tokenHash: string;
  readonly expiresAt: number;
  /** Undefined keeps the stored value. */
  readonly userId: string | null | undefined;
  readonly sessionId: string | null | undefined;
  /** JSON. Null keeps the stored value. */
  readonly context: string | null;
  readonly now: number;
}

export interface NewMessage {
  readonly ticketId: string;
  readonly messageId: string;
  readonly message: string;
  readonly preview: string;
  readonly now: number;
}

export interface NewTicket extends NewMessage {
  readonly playerId: string;
  readonly type: string;
  readonly subject: string;
  readonly context: string | null;
}

/** A repeated request with an Idempotency-Key gets this response again. */
export interface Receipt {
  readonly playerId: string;
  readonly path: string;
  /** Undefined: without a key, nothing is stored. */
  readonly key: string | undefined;
  readonly bodyHash: string;
  readonly response: string;
  readonly now: number;
}

export interface ApiKey {
  readonly api_key_id: string;
  readonly name: string;
}

export interface Counts {
  readonly status: string;
  readonly count: number;
  readonly unassigned: number;
  /** The player is not blocked. */
  readonly unblocked: number;
}

export interface Store {
  project(publicKey: string): Maybe<{ readonly project_id: string; readonly identity_salt: string } | undefined>;
  identify(identity: Identity): Maybe<unknown>;
  session(tokenHash: string): Maybe<Session | undefined>;
  /** Reads the newest 50 messages since a time, newest first. */
  poll(tokenHash: string, oldest: number): Maybe<{ session: Session; messages: InboxMessage[] } | undefined>;
  tickets(playerId: string): Maybe<Ticket[]>;
  conversation(playerId: string, ticketId: string): Maybe<ConversationRow[]>;
  /** Marks the replies up to this message as read. Later ones were not shown. */
  markTicketRead(ticketId: string, lastMessageId: string, now: number): Maybe<void>;
  /** Returns when the message was first read. */
  markInboxRead(playerId: string, messageId: string, now: number): Maybe<number | undefined>;
  /** Returns the first request's response if this one repeats it. Throws Problem. */
  createTicket(ticket: NewTicket, receipt: Receipt): Maybe<string>;
  /** Returns a response like `createTicket`. Throws Problem. */
  reply(message: NewMessage, receipt: Receipt): Maybe<string>;
  apiKey(keyHash: string, now: number): Maybe<ApiKey | undefined>;
  /** Urgent ones first, then the longest waiting. */
  queue(projectId: string | null, limit: number): Maybe<QueueTicket[]>;
  teamTicket(ticketId: string): Maybe<{ ticket: TeamTicket; messages: Message[] } | undefined>;
  /** Throws Problem. */
  teamReply(message: NewMessage, inboxMessageId: string, author: ApiKey): Maybe<void>;
  counts(): Maybe<Counts[]>;
  /** Reads newest tickets' distinct values. */
  facets(limit: number): Maybe<Pick<Ticket, 'type' | 'context' | 'tags'>[]>;
  ticketTypes(): Maybe<{ readonly ticket_types: string }[]>;
  close(): Maybe<void>;
}

export class Problem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

export const TABLES = `
  CREATE TABLE project (
    project_id text PRIMARY KEY,
    public_key text NOT NULL UNIQUE,
    identity_salt text NOT NULL,
    ticket_types text NOT NULL
  );
  CREATE TABLE api_key (
    key_hash text PRIMARY KEY,
    api_key_id text NOT NULL,
    name text NOT NULL,
    expires_at bigint
  );
  CREATE TABLE player (
    player_id text PRIMARY KEY,
    project_id text NOT NULL REFERENCES project,
    token_hash text NOT NULL UNIQUE,
    token_expires_at bigint NOT NULL,
    user_id text,
    session_id text,
    context text,
    blocked integer NOT NULL,
    open_tickets integer NOT NULL,
    last_message_at bigint,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL
  );
  CREATE TABLE ticket (
    ticket_id text PRIMARY KEY,
    project_id text NOT NULL,
    player_id text NOT NULL REFERENCES player,
    type text NOT NULL,
    status text NOT NULL,
    subject text NOT NULL,
    context text,
    last_message_preview text NOT NULL,
    last_message_at bigint NOT NULL,
    unread_count integer NOT NULL,
    attention_since bigint,
    resolved_at bigint,
    created_at bigint NOT NULL,
    assignee_id text,
    priority integer NOT NULL,
    tags text
  );
  CREATE TABLE message (
    ticket_id text NOT NULL REFERENCES ticket,
    message_id text NOT NULL,
    author_type text NOT NULL,
    author_id text,
    author_name text,
    internal integer NOT NULL,
    message text NOT NULL,
    created_at bigint NOT NULL,
    read_at bigint,
    PRIMARY KEY (ticket_id, message_id)
  );
  CREATE TABLE inbox_message (
    player_id text NOT NULL REFERENCES player,
    message_id text NOT NULL,
    type text NOT NULL,
    ticket_id text,
    title text NOT NULL,
    body text NOT NULL,
    created_at bigint NOT NULL,
    read_at bigint,
    PRIMARY KEY (player_id, message_id)
  );
  CREATE TABLE receipt (
    player_id text NOT NULL REFERENCES player,
    path text NOT NULL,
    idempotency_key text NOT NULL,
    body_hash text NOT NULL,
    response text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (player_id, path, idempotency_key)
  );`;

export const INDEXES = `
  CREATE INDEX ticket_by_player ON ticket (player_id);
  CREATE INDEX ticket_waiting ON ticket (priority DESC, attention_since, ticket_id)
    WHERE attention_since IS NOT NULL;
  CREATE INDEX ticket_by_status ON ticket (status, assignee_id);
  CREATE INDEX ticket_by_age ON ticket (created_at);`;

const SESSION = `player.player_id, project.public_key, player.token_expires_at, player.open_tickets,
  player.last_message_at`;
const INBOX = 'inbox.message_id, inbox.type, inbox.ticket_id, inbox.title, inbox.body, inbox.created_at, inbox.read_at';
const MESSAGE = 'message_id, author_type, author_id, author_name, internal, message, message.created_at, read_at';
const TICKET = `ticket.ticket_id, ticket.project_id, ticket.player_id, ticket.type, ticket.status, ticket.subject,
  ticket.context, ticket.last_message_preview, ticket.last_message_at, ticket.unread_count, ticket.attention_since,
  ticket.created_at, ticket.assignee_id, ticket.priority, ticket.tags`;

/** The same on both engines, except where one needs less. */
export const SQL = {
  project: 'SELECT project_id, identity_salt FROM project WHERE public_key = $1',
  identify: `INSERT INTO player (player_id, project_id, token_hash, token_expires_at, user_id, session_id, context,
      blocked, open_tickets, created_at, last_seen_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, $8, $8)
    ON CONFLICT (player_id) DO UPDATE SET token_hash = $3, token_expires_at = $4, last_seen_at = $8,
      user_id = CASE WHEN $9 = 1 THEN player.user_id ELSE excluded.user_id END,
      session_id = CASE WHEN $10 = 1 THEN player.session_id ELSE excluded.session_id END,
      context = COALESCE(excluded.context, player.context)`,
  session: `SELECT ${SESSION} FROM player JOIN project ON project.project_id = player.project_id WHERE token_hash = $1`,
  inbox: `SELECT ${INBOX} FROM inbox_message AS inbox WHERE player_id = $1 AND created_at >= $2
    ORDER BY message_id DESC LIMIT 50`,
  poll: `SELECT ${SESSION}, ${INBOX} FROM player JOIN project ON project.project_id = player.project_id
    LEFT JOIN inbox_message AS inbox ON inbox.player_id = player.player_id AND inbox.created_at >= $2
    WHERE token_hash = $1 ORDER BY inbox.message_id DESC LIMIT 50`,
  tickets: `SELECT ticket_id, type, status, subject, last_message_preview, last_message_at, unread_count FROM ticket
    WHERE player_id = $1 ORDER BY last_message_at DESC, ticket_id LIMIT 100`,
  conversation: `SELECT ticket.type, ticket.status, ticket.subject, ticket.unread_count, ${MESSAGE}
    FROM ticket JOIN message ON message.ticket_id = ticket.ticket_id
    WHERE ticket.ticket_id = $1 AND ticket.player_id = $2 AND internal = 0 ORDER BY message_id`,
  ticketRead: 'UPDATE ticket SET unread_count = unread_count - $2 WHERE ticket_id = $1',
  messagesRead: `UPDATE message SET read_at = $2
    WHERE ticket_id = $1 AND message_id <= $3 AND author_type = 'admin' AND internal = 0 AND read_at IS NULL
    RETURNING message_id`,
  markInboxRead: `UPDATE inbox_message SET read_at = COALESCE(read_at, $3) WHERE player_id = $1 AND message_id = $2
    RETURNING read_at`,
  claim: `INSERT INTO receipt (player_id, path, idempotency_key, body_hash, response, created_at)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (player_id, path, idempotency_key) DO UPDATE SET body_hash = $4, response = $5, created_at = $6
      WHERE receipt.created_at < $7
    RETURNING player_id`,
  receipt: 'SELECT body_hash, response FROM receipt WHERE player_id = $1 AND path = $2 AND idempotency_key = $3',
  playerCreates: `UPDATE player SET open_tickets = open_tickets + 1, last_message_at = $2, last_seen_at = $2,
      context = COALESCE($3, context)
    WHERE player_id = $1 RETURNING project_id, blocked, open_tickets, context`,
  closeResolved: `UPDATE ticket SET status = 'closed', resolved_at = NULL WHERE ticket_id IN (
      SELECT ticket_id FROM ticket WHERE player_id = $1 AND status = 'resolved'
      ORDER BY resolved_at, ticket_id LIMIT $2)
    RETURNING ticket_id`,
  openTickets: 'UPDATE player SET open_tickets = open_tickets + $2 WHERE player_id = $1',
  insertTicket: `INSERT INTO ticket (ticket_id, project_id, player_id, type, status, subject, context,
      last_message_preview, last_message_at, unread_count, attention_since, created_at, priority)
    VALUES ($1, $2, $3, $4, 'open', $5, $6, $7, $8, 0, $8, $8, 1)`,
  insertMessage: `INSERT INTO message (ticket_id, message_id, author_type, author_id, author_name, internal, message,
      created_at)
    VALUES ($1, $2, $3, $4, $5, 0, $6, $7)`,
  playerReplies: 'UPDATE player SET last_message_at = $2, last_seen_at = $2 WHERE player_id = $1 RETURNING blocked',
  playerReply: `UPDATE ticket SET status = 'open', attention_since = COALESCE(attention_since, $3), resolved_at = NULL,
      last_message_preview = $4, last_message_at = $3
    WHERE ticket_id = $1 AND player_id = $2 AND status <> 'closed' RETURNING ticket_id`,
  ownTicket: 'SELECT ticket_id FROM ticket WHERE ticket_id = $1 AND player_id = $2',
  apiKey: 'SELECT api_key_id, name FROM api_key WHERE key_hash = $1 AND (expires_at IS NULL OR expires_at > $2)',
  queue: `SELECT ${TICKET}, player.user_id, player.blocked FROM ticket JOIN player ON player.player_id = ticket.player_id
    WHERE attention_since IS NOT NULL AND blocked = 0 AND (CAST($1 AS text) IS NULL OR ticket.project_id = $1)
    ORDER BY priority DESC, attention_since, ticket_id LIMIT $2`,
  teamTicket: `SELECT ${TICKET}, player.user_id, player.session_id, player.context AS player_context, player.blocked,
      player.open_tickets, player.created_at AS player_created_at, player.last_seen_at
    FROM ticket JOIN player ON player.player_id = ticket.player_id WHERE ticket_id = $1`,
  messages: `SELECT ${MESSAGE} FROM message WHERE ticket_id = $1 ORDER BY message_id`,
  answered: 'SELECT player_id, subject, status FROM ticket WHERE ticket_id = $1',
  teamReply: `UPDATE ticket SET status = 'pending', attention_since = NULL, resolved_at = NULL,
      unread_count = unread_count + 1, last_message_preview = $2, last_message_at = $3
    WHERE ticket_id = $1`,
  playerAnswered: 'UPDATE player SET last_message_at = $2, open_tickets = open_tickets + $3 WHERE player_id = $1',
  insertInbox: `INSERT INTO inbox_message (player_id, message_id, type, ticket_id, title, body, created_at)
    VALUES ($1, $2, 'ticket_reply', $3, $4, $5, $6)`,
  counts: `SELECT status, count(*) AS count, count(*) - count(assignee_id) AS unassigned,
      count(*) FILTER (WHERE blocked = 0) AS unblocked
    FROM ticket JOIN player ON player.player_id = ticket.player_id GROUP BY status`,
  facets: `SELECT DISTINCT type, context, tags
    FROM (SELECT type, context, tags FROM ticket ORDER BY created_at DESC LIMIT $1) AS newest`,
  ticketTypes: 'SELECT ticket_types FROM project',
} as const;

export type Name = keyof typeof SQL;
export type Value = string | number | null;

export const RECEIPT_MS = 7 * 86_400_000;
export const MAX_OPEN_TICKETS = 10;

export const notFound = () => new Problem(404, 'not-found', 'There is no such thing.');
export const blocked = () => new Problem(409, 'player-blocked', 'The team has blocked this player.');
export const closed = () => new Problem(409, 'ticket-closed', 'This ticket is closed.');
export const tooManyOpen = () => new Problem(409, 'open-ticket-limit', 'The player has too many open tickets.');
export const conflict = () => new Problem(409, 'idempotency-conflict', 'This key was used with another body.');
