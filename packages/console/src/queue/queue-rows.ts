import type { TicketStatus, TicketView } from '@player-support/contract/enums';
import type { QueueTicketResponse, TicketQueueResponse } from '@player-support/contract/team/queue';

/** A ticket of the list; `left`: it is no longer of the view, and stays where it was until the list is read anew. */
export type QueueRow = QueueTicketResponse & { readonly left?: boolean };
export interface QueueRowsPage extends Omit<TicketQueueResponse, 'tickets'> {
  readonly tickets: readonly QueueRow[];
}

/** Part of a view as it is now: its tickets from `cursor` on, or from its start. */
export interface FreshPart extends TicketQueueResponse {
  readonly cursor: string | undefined;
}

/** Whether a stands before b in the view. */
function isBefore(a: QueueRow, b: QueueRow, view: TicketView): boolean {
  const [first, second] =
    view === 'attention' ? [a.attentionSince ?? '', b.attentionSince ?? ''] : [b.createdAt, a.createdAt];
  return first === second ? a.id < b.id : first < second;
}

/**
 * Brings the rows up to what a part of the view says now, each in its place, so that nothing moves under whoever reads.
 * A row that the part should have and has not has left the view; with `drop` it goes. What stands after all rows, where
 * nothing follows, is added.
 */
export function applyFresh(
  pages: readonly QueueRowsPage[],
  cursors: readonly (string | undefined)[],
  { cursor, tickets, nextCursor }: FreshPart,
  view: TicketView,
  drop = false,
): QueueRowsPage[] {
  const start = cursors.indexOf(cursor);
  if (start < 0) return [...pages];
  const fresh = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const last = tickets.at(-1);
  const known = new Set<string>();
  const next = pages.map((page, index) => ({
    ...page,
    tickets: page.tickets.flatMap((row): QueueRow[] => {
      known.add(row.id);
      const now = fresh.get(row.id);
      if (now !== undefined) return [now];
      if (index < start) return [row];
      const covered = nextCursor === null || (last !== undefined && isBefore(row, last, view));
      if (!covered) return [row];
      return drop ? [] : [{ ...row, left: true }];
    }),
  }));
  const end = next.at(-1);
  if (end === undefined || end.nextCursor !== null) return next;
  const lastRow = end.tickets.at(-1) ?? next.findLast((page) => page.tickets.length > 0)?.tickets.at(-1);
  const added = tickets.filter(
    (ticket) => !known.has(ticket.id) && (lastRow === undefined || isBefore(lastRow, ticket, view)),
  );
  // Whether more follows is known only where the part reaches further than the rows did.
  const follows = added.length > 0 ? nextCursor : end.nextCursor;
  return [...next.slice(0, -1), { ...end, tickets: [...end.tickets, ...added], nextCursor: follows }];
}

/** How many tickets of the part are not among the rows and would stand before one of them. */
export function countArrived(rows: readonly QueueRow[], { tickets }: FreshPart, view: TicketView): number {
  const last = rows.at(-1);
  if (last === undefined) return tickets.length;
  const known = new Set(rows.map(({ id }) => id));
  return tickets.filter((ticket) => !known.has(ticket.id) && isBefore(ticket, last, view)).length;
}

/** What one or more tickets become. */
export interface TicketChange {
  readonly status?: TicketStatus;
  readonly assigneeId?: string | null;
  readonly priority?: QueueTicketResponse['priority'];
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
}

/** The row after that change. */
export function changed(row: QueueRow, { status, assigneeId, priority, addTags, removeTags }: TicketChange): QueueRow {
  const removed = new Set(removeTags);
  return {
    ...row,
    status: status ?? row.status,
    // Who waits for the team is open.
    attentionSince: status === undefined || status === 'open' ? row.attentionSince : null,
    assigneeId: assigneeId === undefined ? row.assigneeId : assigneeId,
    priority: priority ?? row.priority,
    tags: [...new Set([...row.tags.filter((tag) => !removed.has(tag)), ...(addTags ?? [])])].sort(),
  };
}

/** Whether the row is of the view still, as far as its own fields tell. */
export function isOfView(row: QueueRow, view: TicketView, memberId: string): boolean {
  const isActive = row.status === 'open' || row.status === 'pending';
  switch (view) {
    case 'all':
      return true;
    case 'attention':
      return row.attentionSince !== null;
    case 'mine':
      return isActive && row.assigneeId === memberId;
    case 'unassigned':
      return isActive && row.assigneeId === null;
    default:
      return row.status === view;
  }
}

/** The ids from one row to another, both included, in the order of the list; only the second if the first is not there. */
export function idsBetween(rows: readonly QueueRow[], from: string | undefined, to: string): string[] {
  const start = rows.findIndex(({ id }) => id === from);
  const end = rows.findIndex(({ id }) => id === to);
  if (start < 0 || end < 0) return [to];
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ id }) => id);
}
