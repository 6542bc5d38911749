import { cutCharacters } from './cut-characters.ts';

/** Computes each response from the whole past, without the server's code. */

export type Status = 'open' | 'pending' | 'resolved' | 'closed';

export interface ModelMessage {
  readonly author: 'player' | 'admin' | 'system';
  readonly isNote: boolean;
  readonly text: string;
  readonly at: number;
  readAt: number | null;
}

type ModelState = Pick<ModelTicket, 'status' | 'statusSince' | 'waitingSince'>;

interface ModelMerge {
  readonly into: ModelTicket;
  readonly at: number;
  readonly message: ModelMessage;
  readonly source: ModelState;
  readonly target: ModelState;
  readonly after: ModelState;
}

export interface ModelTicket {
  readonly id: string;
  readonly subject: string;
  status: Status;
  statusSince: number;
  waitingSince: number | null;
  readonly messages: ModelMessage[];
  /** In the order of merging. */
  merged: readonly ModelTicket[];
  merge: ModelMerge | null;
}

export interface ModelInboxMessage {
  readonly type: 'ticket_reply' | 'ticket_status' | 'direct' | 'announcement';
  readonly ticketId: string | null;
  readonly title: string;
  /** Null for the server's texts. */
  readonly body: string | null;
  readonly at: number;
  readonly endsAt: number | null;
  /** From the server; null until a response has it. */
  id: string | null;
  readAt: number | null;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export class SupportModel {
  now: number;
  isBlocked = false;
  /** The last public message. */
  lastMessageAt = Number.NEGATIVE_INFINITY;
  readonly tickets: ModelTicket[] = [];
  readonly inbox: ModelInboxMessage[] = [];

  constructor(now: number) {
    this.now = now;
  }

  openTickets(): ModelTicket[] {
    return this.tickets.filter((ticket) => ticket.status !== 'closed');
  }

  /** 'created', or the problem's slug. */
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
      messages: [],
      merged: [],
      merge: null,
    });
    this.#write(this.tickets.at(-1) as ModelTicket, 'player', text);
    return 'created';
  }

  playerReply(to: ModelTicket, text: string): 'done' | 'player-blocked' | 'ticket-closed' {
    const ticket = root(to);
    if (this.isBlocked) return 'player-blocked';
    if (ticket.status === 'closed') return 'ticket-closed';
    this.#write(ticket, 'player', text);
    this.#enter(ticket, 'open');
    return 'done';
  }

  adminReply(ticket: ModelTicket, text: string): void {
    this.#write(ticket, 'admin', text);
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

  /** 'done', or the problem's slug. */
  merge(source: ModelTicket, target: ModelTicket): 'done' | 'validation' | 'ticket-merged' | 'merge-refused' {
    if (source === target) return 'validation';
    if (source.merge?.into === target) return 'done';
    if (source.merge !== null) return 'ticket-merged';
    if (target.merge !== null || source.merged.length > 0 || target.merged.length === 10) return 'merge-refused';
    const before = [stateOf(source), stateOf(target)] as const;
    const status = STATUSES.find((one) => before.some((ticket) => ticket.status === one)) ?? 'closed';
    const having = before.filter((ticket) => ticket.status === status);
    const after = {
      status,
      statusSince: Math.max(...having.map(({ statusSince }) => statusSince)),
      waitingSince: status === 'open' ? Math.min(...having.map(({ waitingSince }) => waitingSince ?? 0)) : null,
    };
    const text = `“${source.subject}” and “${target.subject}” are now one ticket. It has all messages of both tickets.`;
    const message = this.#write(target, 'system', text);
    source.merge = { into: target, at: this.now, message, source: before[0], target: before[1], after };
    target.merged = [...target.merged, source];
    this.#enter(source, 'closed');
    Object.assign(target, after);
    this.tell('ticket_status', target.subject, null, target.id);
    return 'done';
  }

  unmerge(ticket: ModelTicket): 'done' | 'merge-refused' {
    const { merge } = ticket;
    if (merge === null) return 'done';
    if (this.now - merge.at > 30 * DAY) return 'merge-refused';
    const { into: target, message, after } = merge;
    if (target.merged.at(-1) !== ticket) return 'merge-refused';
    const isUntouched = target.messages.at(-1) === message && sameState(target, after);
    target.messages.splice(target.messages.indexOf(message), 1);
    target.merged = target.merged.filter((one) => one !== ticket);
    ticket.merge = null;
    Object.assign(ticket, merge.source);
    if (isUntouched) Object.assign(target, merge.target);
    return 'done';
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

  /** Latest activity first; ties by id, ascending. */
  list(): ModelTicket[] {
    const listed = this.tickets.filter(({ merge }) => merge === null);
    return listed.toSorted((a, b) => last(b).at - last(a).at || (a.id < b.id ? -1 : 1)).slice(0, 100);
  }

  /** Longest waiting first. All have the same priority and target. */
  attention(): ModelTicket[] {
    if (this.isBlocked) return [];
    return this.tickets
      .filter((ticket) => ticket.status === 'open')
      .toSorted((a, b) => (a.waitingSince ?? 0) - (b.waitingSince ?? 0) || (a.id < b.id ? -1 : 1));
  }

  /** Lists messages: not future, not ended, at most 90 days old, created or read since. */
  visible(since = Number.NEGATIVE_INFINITY): ModelInboxMessage[] {
    return this.inbox.filter(
      ({ at, endsAt, readAt }) =>
        at <= this.now &&
        (endsAt === null || this.now < endsAt) &&
        this.now - at <= 90 * DAY &&
        Math.max(at, readAt ?? at) >= since,
    );
  }

  /** Returns seconds, before jitter. */
  pollDelay(): number {
    if (this.now - this.lastMessageAt < 10 * MINUTE) return 15;
    return this.openTickets().length > 0 ? 60 : 300;
  }

  #write(ticket: ModelTicket, author: ModelMessage['author'], text: string): ModelMessage {
    const message = { author, isNote: false, text, at: this.now, readAt: null };
    ticket.messages.push(message);
    this.lastMessageAt = this.now;
    return message;
  }

  #enter(ticket: ModelTicket, status: Status): void {
    ticket.waitingSince = status === 'open' ? (ticket.waitingSince ?? this.now) : null;
    ticket.status = status;
    ticket.statusSince = this.now;
  }
}

const STATUSES: readonly Status[] = ['open', 'pending', 'resolved', 'closed'];

const stateOf = ({ status, statusSince, waitingSince }: ModelTicket): ModelState => ({
  status,
  statusSince,
  waitingSince,
});

/** `statusSince` only matters for a resolved ticket. */
function sameState(one: ModelState, other: ModelState): boolean {
  const isSame = one.status === other.status && one.waitingSince === other.waitingSince;
  return isSame && (one.status !== 'resolved' || one.statusSince === other.statusSince);
}

/** Returns the ticket that has the conversation. */
export const root = (ticket: ModelTicket): ModelTicket => ticket.merge?.into ?? ticket;

/** Returns the messages and notes, also of merged tickets. */
export function allMessages(ticket: ModelTicket): ModelMessage[] {
  const merged = ticket.merged.toSorted((a, b) => (a.merge?.at ?? 0) - (b.merge?.at ?? 0) || (a.id < b.id ? -1 : 1));
  return [...merged, ticket].flatMap(({ messages }) => messages).sort((a, b) => a.at - b.at);
}

/** Lists what the player sees. */
export function conversation(ticket: ModelTicket): ModelMessage[] {
  return allMessages(root(ticket)).filter((message) => !message.isNote);
}

export function last(ticket: ModelTicket): ModelMessage {
  return conversation(ticket).at(-1) as ModelMessage;
}

export function unread(ticket: ModelTicket): ModelMessage[] {
  return conversation(ticket).filter((message) => message.author === 'admin' && message.readAt === null);
}

/** Collapses and trims white space, and cuts to 140 characters. */
export function previewOf(ticket: ModelTicket): string {
  const words = last(ticket)
    .text.split(/\s+/)
    .filter((word) => word !== '');
  return cutCharacters(words.join(' '), 140);
}
