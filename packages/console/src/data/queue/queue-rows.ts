import type { TicketView } from '@player-support/contract/enums';
import type {
  QueueTicketResponse,
  TicketQueueResponse,
  UpdateTicketsRequest,
} from '@player-support/contract/team/queue';
import type { SearchMatch, TicketSearchResponse } from '@player-support/contract/team/search';
import { isBefore } from './queue-order.ts';
import type { QueueQuery } from './queue-search.ts';

/** `hasLeftView`: it stays in the list until a reload. `isSending`: a reply waits. */
export type QueueRow = QueueTicketResponse & {
  readonly hasLeftView?: boolean;
  readonly isSending?: boolean;
  /** Absent: the member has not looked at it lately. */
  readonly news?: News;
  readonly match?: SearchMatch | undefined;
};

export interface News {
  readonly ofPlayer: number;
  readonly ofTeam: number;
}
export interface QueueRowsPage extends Pick<TicketQueueResponse, 'nextCursor'> {
  readonly tickets: readonly QueueRow[];
  readonly found?: Pick<TicketSearchResponse, 'players' | 'complete' | 'suggestion'>;
}

export interface FreshPage extends QueueRowsPage {
  readonly cursor: string | undefined;
}

/** A server of the last release does not say what is new. */
export function withNews({ tickets, seen, nextCursor }: TicketQueueResponse): QueueRowsPage {
  const news = new Map(
    // The server may be one of the last release.
    (seen as TicketQueueResponse['seen'] | undefined)?.map(({ ticketId, newMessages, newTeamMessages }) => [
      ticketId,
      { ofPlayer: newMessages, ofTeam: newTeamMessages },
    ]),
  );
  const rows = tickets.map((ticket) => {
    const ofTicket = news.get(ticket.id);
    return ofTicket === undefined ? ticket : { ...ticket, news: ofTicket };
  });
  return { tickets: rows, nextCursor };
}

/**
 * Updates rows in their places from a fresh page of the view. Missing rows have left it (`drop`
 * removes them). New tickets come only at the end.
 */
export function applyFresh(
  pages: readonly QueueRowsPage[],
  cursors: readonly (string | undefined)[],
  { cursor, tickets, nextCursor }: FreshPage,
  sort: QueueQuery['sort'],
  drop = false,
): QueueRowsPage[] {
  const start = cursors.indexOf(cursor);
  if (start < 0) return [...pages];
  const fresh = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const last = tickets.at(-1);
  const ids = new Set<string>();
  const next = pages.map((page, index) => ({
    ...page,
    tickets: page.tickets.flatMap((row): QueueRow[] => {
      ids.add(row.id);
      const now = fresh.get(row.id);
      if (now !== undefined) {
        // A later page of a search can have an older match of the same ticket.
        const isOlder = sort === '-match' && isBefore(row, now, sort);
        return [isOlder ? { ...now, match: row.match } : now];
      }
      if (index < start) return [row];
      const covered = nextCursor === null || (last !== undefined && isBefore(row, last, sort));
      if (!covered) return [row];
      return drop ? [] : [{ ...row, hasLeftView: true }];
    }),
  }));
  const end = next.at(-1);
  if (end === undefined || end.nextCursor !== null) return next;
  const lastRow = end.tickets.at(-1) ?? next.findLast((page) => page.tickets.length > 0)?.tickets.at(-1);
  const added = tickets.filter(
    (ticket) => !ids.has(ticket.id) && (lastRow === undefined || isBefore(lastRow, ticket, sort)),
  );
  // Only a page beyond the last row knows whether more follow.
  const followingCursor = added.length > 0 ? nextCursor : end.nextCursor;
  return [...next.slice(0, -1), { ...end, tickets: [...end.tickets, ...added], nextCursor: followingCursor }];
}

/** Counts new tickets before the last row. `capped`: a whole page is new, so there are more. */
export function countNewTickets(rows: readonly QueueRow[], fresh: readonly FreshPage[], sort: QueueQuery['sort']) {
  const last = rows.at(-1);
  const ids = new Set(rows.map(({ id }) => id));
  const isNew = (ticket: QueueRow) => !ids.has(ticket.id) && (last === undefined || isBefore(ticket, last, sort));
  const count = new Set(fresh.flatMap(({ tickets }) => tickets.filter(isNew).map(({ id }) => id))).size;
  return { count, capped: fresh.some((page) => page.nextCursor !== null && page.tickets.every(isNew)) };
}

/** An action changes at most this many tickets. */
export const MAX_SELECTED = 5000;

export const MAX_UNASKED = 5;

export type TicketChange = Readonly<Omit<UpdateTicketsRequest, 'ticketIds'>> & {
  /** For the console only. The server does not get it. */
  readonly issueTitle?: string;
};

/** A server of the last release does not say so. */
export const isSnoozed = ({ snooze }: Pick<QueueRow, 'snooze'>): boolean => (snooze ?? null) !== null;

export function withChange<T extends QueueRow>(
  row: T,
  { status, assigneeId, priority, addTags, removeTags, knownIssueId, issueTitle, snooze }: TicketChange,
): T {
  const removed = new Set(removeTags);
  const staysOpen = !snooze && (status === undefined || status === 'open');
  return {
    ...row,
    status: status ?? (snooze ? 'open' : row.status),
    snooze: snoozeAfter(row, snooze, status !== undefined),
    // Only an open ticket can wait for the team.
    attentionSince: staysOpen ? row.attentionSince : null,
    dueAt: staysOpen ? row.dueAt : null,
    assigneeId: assigneeId === undefined ? row.assigneeId : assigneeId,
    knownIssue: linked(row, knownIssueId, issueTitle),
    priority: priority ?? row.priority,
    tags: [...new Set([...row.tags.filter((tag) => !removed.has(tag)), ...(addTags ?? [])])].sort(),
  };
}

function linked(
  { knownIssue }: QueueRow,
  id: string | null | undefined,
  title: string | undefined,
): QueueRow['knownIssue'] {
  if (id === undefined || id === knownIssue?.id) return knownIssue;
  // A change that an older version stored has no title.
  return id === null ? null : { id, title: title ?? '…' };
}

function snoozeAfter(row: QueueRow, snooze: TicketChange['snooze'], hasStatus: boolean): QueueRow['snooze'] {
  if (!snooze) return snooze === null || hasStatus ? null : row.snooze;
  const { until = null, untilReply = false, untilBuild = null } = snooze;
  return { until, untilReply, untilBuild };
}

export function isInView(row: QueueRow, view: TicketView, memberId: string): boolean {
  const isActive = !isSnoozed(row) && (row.status === 'open' || row.status === 'pending');
  switch (view) {
    case 'all':
      return true;
    case 'attention':
      return row.dueAt !== null;
    case 'mine':
      return isActive && row.assigneeId === memberId;
    case 'unassigned':
      return isActive && row.assigneeId === null;
    case 'held':
      return row.held;
    case 'snoozed':
      return isSnoozed(row);
    default:
      return !isSnoozed(row) && row.status === view;
  }
}

/**
 * Returns the rows as they will be. Rows that leave the view stay, marked. Unchanged rows stay the
 * same objects.
 */
export function withPendingChanges(
  rows: readonly QueueRow[],
  changes: ReadonlyMap<string, readonly TicketChange[]>,
  isStillInView: (row: QueueRow) => boolean,
  replied: ReadonlySet<string> = new Set(),
): readonly QueueRow[] {
  if (changes.size === 0) return rows;
  return rows.map((row) => {
    const next = changes.get(row.id)?.reduce(withChange, row) ?? row;
    if (next === row) return row;
    const marks = {
      ...(replied.has(row.id) ? { isSending: true } : {}),
      ...(isStillInView(next) ? {} : { hasLeftView: true }),
    };
    return { ...next, ...marks };
  });
}

/** Lists the ids from row to row, both included. If the first is missing, only the second. */
export function idsBetween(rows: readonly QueueRow[], from: string | undefined, to: string): string[] {
  const start = rows.findIndex(({ id }) => id === from);
  const end = rows.findIndex(({ id }) => id === to);
  if (start < 0 || end < 0) return [to];
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ id }) => id);
}

/** Finds the next ticket that is still there, else the previous one. */
export function neighbourOf(
  rows: readonly Pick<QueueRow, 'id'>[],
  formerIds: readonly string[],
  ticketId: string,
): string | undefined {
  const ids = new Set(rows.map(({ id }) => id));
  const index = Math.max(0, formerIds.indexOf(ticketId));
  const isThere = (id: string) => ids.has(id);
  return formerIds.slice(index).find(isThere) ?? formerIds.slice(0, index).findLast(isThere);
}

/** Rows selected one after the other, from the first to the current one. */
export interface Run {
  readonly from: string;
  readonly to: string;
}

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly run: Run | undefined;
}

/** Extends the selection to a neighbour. Going back deselects the row left. */
export function extended(
  rows: readonly Pick<QueueRow, 'id'>[],
  { selected, run }: Selection,
  ticketId: string,
  by: 1 | -1,
): Selection & { readonly run: Run } {
  const indexOf = (id: string) => rows.findIndex((row) => row.id === id);
  const from = run?.to === ticketId && selected.has(ticketId) && indexOf(run.from) >= 0 ? run.from : ticketId;
  const [start, index] = [indexOf(from), indexOf(ticketId)];
  const to = rows[index + by]?.id ?? ticketId;
  const next = new Set(selected).add(ticketId).add(to);
  if (Math.abs(index + by - start) < Math.abs(index - start)) next.delete(ticketId);
  return { selected: next, run: { from, to } };
}
