/**
 * A simple model of tickets and inboxes. It keeps everything and computes each response from all of
 * it. It shares no code with the server.
 */

export type Status = 'open' | 'pending' | 'resolved' | 'closed';

export interface ModelMessage {
  readonly author: 'player' | 'admin';
  readonly isNote: boolean;
  readonly text: string;
  readonly at: number;
  readAt: number | null;
}

export interface ModelTicket {
  readonly id: string;
  readonly subject: string;
  status: Status;
  /** When its status last changed. */
  statusSince: number;
  waitingSince: number | null;
  readonly messages: ModelMessage[];
}

export interface ModelInboxMessage {
  readonly type: 'ticket_reply' | 'ticket_status' | 'direct' | 'announcement';
  readonly ticketId: string | null;
  readonly title: string;
  /** Null for texts of the server. */
  readonly body: string | null;
  readonly at: number;
  readonly endsAt: number | null;
  /** The id from the server; null until a response has it. */
  id: string | null;
  readAt: number | null;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export class SupportModel {
  now: number;
  isBlocked = false;
  readonly tickets: ModelTicket[] = [];
  readonly inbox: ModelInboxMessage[] = [];

  constructor(now: number) {
    this.now = now;
  }

  openTickets(): ModelTicket[] {
    return this.tickets.filter((ticket) => ticket.status !== 'closed');
  }

  /** The result of CreateTicket: 'created', or the slug of the problem. */
  create(subject: string, text: string, id: () => string): 'created' | 'player-blocked' | 'open-ticket-limit' {
    if (this.isBlocked) return 'player-blocked';
    const resolved = this.openTickets()
      .filter((ticket) => ticket.status === 'resolved')
      .sort((a, b) => a.statusSince - b.statusSince || (a.id < b.id ? -1 : 1));
    const surplus = Math.max(0, this.openTickets().length - 9);
    if (resolved.length < surplus) return 'open-ticket-limit';
    for (const ticket of resolved.slice(0, surplus)) this.#enter(ticket, 'closed');
    this.tickets.push({
      id: id(),
      subject,
      status: 'open',
      statusSince: this.now,
      waitingSince: this.now,
      messages: [{ author: 'player', isNote: false, text, at: this.now, readAt: null }],
    });
    return 'created';
  }

  playerReply(ticket: ModelTicket, text: string): 'done' | 'player-blocked' | 'ticket-closed' {
    if (this.isBlocked) return 'player-blocked';
    if (ticket.status === 'closed') return 'ticket-closed';
    ticket.messages.push({ author: 'player', isNote: false, text, at: this.now, readAt: null });
    this.#enter(ticket, 'open');
    return 'done';
  }

  adminReply(ticket: ModelTicket, text: string): void {
    ticket.messages.push({ author: 'admin', isNote: false, text, at: this.now, readAt: null });
    this.#enter(ticket, 'pending');
    this.tell('ticket_reply', ticket.subject, text, ticket.id);
  }

  note(ticket: ModelTicket, text: string): void {
    ticket.messages.push({ author: 'admin', isNote: true, text, at: this.now, readAt: null });
  }

  setStatus(ticket: ModelTicket, status: Status): void {
    if (ticket.status === status) return;
    this.#enter(ticket, status);
    if (status === 'resolved' || status === 'closed') this.tell('ticket_status', ticket.subject, null, ticket.id);
  }

  read(ticket: ModelTicket): void {
    for (const message of unread(ticket)) message.readAt = this.now;
  }

  /** Advances the clock and does what is due. */
  wait(milliseconds: number): void {
    this.now += milliseconds;
    for (const ticket of this.tickets) {
      if (ticket.status === 'resolved' && this.now - ticket.statusSince >= 7 * DAY) this.#enter(ticket, 'closed');
    }
  }

  tell(type: ModelInboxMessage['type'], title: string, body: string | null, ticketId: string | null): void {
    this.inbox.push({ type, title, body, ticketId, at: this.now, endsAt: null, id: null, readAt: null });
  }

  /** The player's list: the latest activity first; ties by id, ascending. */
  list(): ModelTicket[] {
    return this.tickets.toSorted((a, b) => last(b).at - last(a).at || (a.id < b.id ? -1 : 1)).slice(0, 100);
  }

  /** The team's queue: the longest waiting first. All tickets have the same priority and target. */
  attention(): ModelTicket[] {
    if (this.isBlocked) return [];
    return this.tickets
      .filter((ticket) => ticket.status === 'open')
      .toSorted((a, b) => (a.waitingSince ?? 0) - (b.waitingSince ?? 0) || (a.id < b.id ? -1 : 1));
  }

  /** The messages of a poll: not future, not ended, at most 90 days old, created or read since. */
  visible(since = Number.NEGATIVE_INFINITY): ModelInboxMessage[] {
    return this.inbox.filter(
      ({ at, endsAt, readAt }) =>
        at <= this.now &&
        (endsAt === null || this.now < endsAt) &&
        this.now - at <= 90 * DAY &&
        Math.max(at, readAt ?? at) >= since,
    );
  }

  /** Seconds until the next poll, before jitter. */
  pollDelay(): number {
    if (this.tickets.some((ticket) => this.now - last(ticket).at < 10 * MINUTE)) return 15;
    return this.openTickets().length > 0 ? 60 : 300;
  }

  #enter(ticket: ModelTicket, status: Status): void {
    ticket.waitingSince = status === 'open' ? (ticket.waitingSince ?? this.now) : null;
    ticket.status = status;
    ticket.statusSince = this.now;
  }
}

export function conversation(ticket: ModelTicket): ModelMessage[] {
  return ticket.messages.filter((message) => !message.isNote);
}

export function last(ticket: ModelTicket): ModelMessage {
  return conversation(ticket).at(-1) as ModelMessage;
}

export function unread(ticket: ModelTicket): ModelMessage[] {
  return conversation(ticket).filter((message) => message.author === 'admin' && message.readAt === null);
}

/** White space collapsed and trimmed, cut to 140 characters. */
export function previewOf(ticket: ModelTicket): string {
  const words = last(ticket)
    .text.split(/\s+/)
    .filter((word) => word !== '');
  return [...words.join(' ')].slice(0, 140).join('');
}
