export type TicketStatus = 'open' | 'pending' | 'resolved' | 'closed';

/** A player never has more than this many non-terminal tickets through CreateTicket (specification, Limits). */
export const OPEN_TICKET_LIMIT = 10;

/** `closed` is the only terminal status: no reply is accepted and it does not count as open. */
export function isTerminal(status: TicketStatus): boolean {
  return status === 'closed';
}

interface Ticket {
  readonly status: TicketStatus;
  readonly attentionSince: number | null;
}

/** What a status that is set does to a ticket and its player. */
export interface StatusChange {
  readonly status: TicketStatus;
  readonly attentionSince: number | null;
  readonly resolvedAt: number | null;
  /** What to add to the player's number of open tickets. */
  readonly openTickets: -1 | 0 | 1;
}

/** The fields that follow from a ticket taking that status now, by the team's hand or the clock's. */
export function changeStatus(ticket: Ticket, status: TicketStatus, now: number): StatusChange {
  const opened = isTerminal(ticket.status) && !isTerminal(status);
  const closed = !isTerminal(ticket.status) && isTerminal(status);
  return {
    status,
    attentionSince: status === 'open' ? (ticket.attentionSince ?? now) : null,
    resolvedAt: status === 'resolved' ? now : null,
    openTickets: opened ? 1 : closed ? -1 : 0,
  };
}

/** How many of a player's resolved tickets must be closed so that one more fits under the limit. */
export function ticketsToClose(openTickets: number): number {
  return Math.max(0, openTickets + 1 - OPEN_TICKET_LIMIT);
}

const STATUS_NOTICE: Partial<Record<TicketStatus, string>> = {
  resolved: 'This ticket was marked as resolved. If you still need help, reply to it and it opens again.',
  closed: 'This ticket was closed. If you need more help, please open a new one.',
};

/** What the player's inbox says of a status that the team set; undefined if it says nothing. */
export function statusNotice(status: TicketStatus): string | undefined {
  return STATUS_NOTICE[status];
}
