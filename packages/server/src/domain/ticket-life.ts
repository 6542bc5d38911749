import type { TicketStatus } from '@player-support/contract/enums';
import { MAX_OPEN_TICKETS } from '@player-support/contract/limits';

/**
 * The life of a ticket. Each function here decides what one action changes. The store applies the
 * result, and no other code sets a status.
 */

/** The columns of a ticket that depend on its status. */
export type TicketState = {
  readonly status: TicketStatus;
  /** Since when the ticket waits for the team; null unless it is open. */
  readonly attention_since: number | null;
  /** Since when the ticket is resolved; null unless it is. */
  readonly resolved_at: number | null;
};

/** What an action changes. */
export interface Transition {
  /** The new values of the ticket's columns. */
  readonly state: TicketState;
  /** What to add to the player's number of open tickets. */
  readonly openTicketsChange: -1 | 0 | 1;
  /** The inbox message that tells the player about the new status; null: the player is not told. */
  readonly notice: string | null;
  /** Whether the ticket's history gets an entry. Replies show most changes without one. */
  readonly isRecorded: boolean;
}

/** The statuses that the team can set with a reply. */
export type ReplyStatus = Exclude<TicketStatus, 'open'>;

/** The player creates a ticket. */
export function afterCreate(now: number): Transition {
  return { ...entering('open', undefined, now), notice: null, isRecorded: false };
}

/**
 * The player replies. An open ticket stays as it is, and keeps its place in the queue. A pending or
 * resolved one becomes open. Undefined: the ticket is closed, and takes no reply.
 */
export function afterPlayerReply(ticket: TicketState, now: number): Transition | undefined {
  if (isClosed(ticket)) return undefined;
  return { ...entering('open', ticket, now), notice: null, isRecorded: false };
}

/** The team replies, and sets a status. The inbox has the reply, so `pending` needs no notice. */
export function afterTeamReply(ticket: TicketState, status: ReplyStatus, now: number): Transition {
  const isReported = status !== ticket.status && status !== 'pending';
  return {
    ...entering(status, ticket, now),
    notice: isReported ? statusNotice(status) : null,
    isRecorded: isReported,
  };
}

/** The team sets a status without a reply. Undefined: the ticket has this status already. */
export function afterStatusSet(ticket: TicketState, status: TicketStatus, now: number): Transition | undefined {
  if (status === ticket.status) return undefined;
  return { ...entering(status, ticket, now), notice: statusNotice(status), isRecorded: true };
}

/** The server closes a ticket that has been resolved for its project's `autoCloseDays`. */
export function afterAutoClose(ticket: TicketState, now: number): Transition {
  return { ...entering('closed', ticket, now), notice: null, isRecorded: true };
}

/** The server closes a resolved ticket to make room for a new one. */
export function afterMakingRoom(now: number): Transition {
  return { ...entering('closed', { status: 'resolved' }, now), notice: null, isRecorded: false };
}

/** How many resolved tickets must be closed before a player with this many open ones gets another. */
export function ticketsToClose(openTickets: number): number {
  return Math.max(0, openTickets + 1 - MAX_OPEN_TICKETS);
}

const STATUS_NOTICE: Partial<Record<TicketStatus, string>> = {
  resolved: 'This ticket was marked as resolved. If you still need help, reply to it and it opens again.',
  closed: 'This ticket was closed. If you need more help, please open a new one.',
};

/** What the player's inbox says about a status that the team set; null: nothing. */
export function statusNotice(status: TicketStatus): string | null {
  return STATUS_NOTICE[status] ?? null;
}

/**
 * `closed` is the only terminal status: such a ticket takes no reply and does not count as open.
 */
function isClosed({ status }: Pick<TicketState, 'status'>): boolean {
  return status === 'closed';
}

type Before = Pick<TicketState, 'status'> & Partial<TicketState>;

/** The columns of a ticket that gets a status. `before`: as it was; undefined for a new ticket. */
function entering(status: TicketStatus, before: Before | undefined, now: number) {
  const wasOpen = before !== undefined && !isClosed(before);
  const isOpen = !isClosed({ status });
  const state: TicketState = {
    status,
    attention_since: status === 'open' ? (before?.attention_since ?? now) : null,
    resolved_at: status === 'resolved' ? now : null,
  };
  return { state, openTicketsChange: wasOpen === isOpen ? 0 : isOpen ? 1 : -1 } as const;
}
