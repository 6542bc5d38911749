import { TICKET_STATUSES, type TicketStatus, type TicketView } from '@player-support/contract/enums';
import { MAX_LISTED_TICKETS } from '@player-support/contract/limits';
import type { Executor } from './database.ts';
import { type FoundRow, QUEUE_COLUMNS, type QueueRow, readPage } from './queue-page.ts';
import { type Range, readRanges } from './ranges.ts';
import { statement } from './statement.ts';

/** The end of a page: the value that the view sorts by, and the id of the ticket. */
export interface QueuePosition {
  readonly at: number;
  readonly ticketId: string;
}

/** Which tickets a page shows. An undefined field excludes no ticket. */
export interface QueueFilter {
  readonly type?: string | undefined;
  readonly status?: TicketStatus | undefined;
  /** The index in PRIORITIES. */
  readonly priority?: number | undefined;
  /** Null: no assignee. */
  readonly assigneeId?: string | null | undefined;
  /** Parts of the stored context, see `contextPair`. */
  readonly context?: readonly string[] | undefined;
  readonly tag?: string | undefined;
  /** Only tickets that were created at this time or later. */
  readonly from?: number | undefined;
  /** Only tickets that were created before this time. */
  readonly to?: number | undefined;
}

export interface QueueRequest {
  readonly view: TicketView;
  /** The member of the view `mine`. Without a member, that view is empty. */
  readonly memberId?: string | undefined;
  readonly projectIds: readonly string[];
  readonly filter?: QueueFilter | undefined;
  readonly after?: QueuePosition | undefined;
  readonly limit: number;
  /** How many tickets are read to find matches for a filter that has no index. */
  readonly examined?: number | undefined;
}

export interface QueuePage {
  readonly rows: QueueRow[];
  /** The end of this page. Null: there is no next page. */
  readonly next: QueuePosition | null;
}

/** With this number, a page without any match takes about 25 ms. Its time limit is 50 ms. */
const MAX_EXAMINED = 2000;

const ofPlayer = statement<{ playerId: string }>()((db, { playerId }) =>
  db
    .selectFrom('ticket')
    .leftJoin('player', 'player.player_id', 'ticket.player_id')
    .select(QUEUE_COLUMNS.map((name) => `ticket.${name}` as const))
    .select('player.user_id')
    .where('ticket.player_id', '=', playerId)
    .orderBy('ticket.last_message_at', 'desc')
    .orderBy('ticket.ticket_id')
    .limit(MAX_LISTED_TICKETS),
);

/** The statuses of each view. Undefined: the view has its own index. */
const STATUSES: Readonly<Record<TicketView, readonly TicketStatus[] | undefined>> = {
  attention: undefined,
  mine: ['open', 'pending'],
  unassigned: ['open', 'pending'],
  open: ['open'],
  pending: ['pending'],
  resolved: ['resolved'],
  closed: ['closed'],
  all: TICKET_STATUSES,
};

/** The parts of an index that a view reads. Each has the order of the view. */
function rangesOf({ view, projectIds, filter: { status } = {} }: QueueRequest): Range[] {
  const statuses = STATUSES[view];
  // All tickets that wait for the team are open.
  if (statuses === undefined) return status === undefined || status === 'open' ? projectIds.map((id) => [id]) : [];
  const shown = statuses.filter((one) => status === undefined || one === status);
  return projectIds.flatMap((id) => shown.map((one) => [id, one] as const));
}

/** The assignee of all tickets of a page, null for none. `impossible`: the page is empty. */
function assigneeOf({ view, memberId, filter: { assigneeId } = {} }: QueueRequest) {
  const ofView = view === 'unassigned' ? null : view === 'mine' ? (memberId ?? 'impossible') : assigneeId;
  return assigneeId === undefined || assigneeId === ofView ? ofView : 'impossible';
}

/**
 * The team's queue. A page reads a limited number of tickets from sorted ranges of an index. So its
 * cost does not depend on the number of tickets, nor on how many of them match. See
 * docs/decisions/017-queue-search.md.
 */
export const queue = (db: Executor) => ({
  /**
   * Returns one page. `attention` sorts by waiting time, longest first. Other views sort by
   * creation, newest first: a reply does not change this order, so replies write to no index. Equal
   * tickets sort by id. With a filter, a page can have fewer tickets than `limit`, or none, and
   * still have a next page.
   */
  async page(request: QueueRequest): Promise<QueuePage> {
    const { view, filter = {}, after, limit, examined = MAX_EXAMINED } = request;
    const { type, priority, context = [], tag, from, to } = filter;
    const [context0, context1, context2] = context;
    const assignee = assigneeOf(request);
    const ranges = assignee === 'impossible' ? [] : rangesOf(request);
    const column = view === 'attention' ? 'attention_since' : 'created_at';
    // Few sizes, so that there are few statements.
    const wanted = limit <= 50 ? 51 : 101;
    const values = {
      ...{ type, priority, assigneeId: assignee ?? undefined, context0, context1, context2, from },
      tag: tag && JSON.stringify(tag),
      // The index has one upper end, so that it also skips the earlier pages.
      to: column === 'created_at' && after !== undefined ? Math.min(to ?? after.at + 1, after.at + 1) : to,
      at: after?.at,
      ticketId: after?.ticketId,
    };
    const sign = column === 'attention_since' ? 1 : -1;
    const time = (row: QueueRow) => sign * (row[column] ?? 0);
    const order = (row: FoundRow) => `${row.ticket_id} ${row.ends ?? 0}`;

    async function read(exact: boolean): Promise<FoundRow[]> {
      const shape = { column, unassigned: assignee === null, wanted, exact } as const;
      const rows = await readRanges(ranges, (inRanges, share) => {
        const maxExamined = Math.max(limit + 1, Math.floor(share * examined));
        return readPage(db, { ...values, ...inRanges }, { ...shape, maxExamined });
      });
      return rows.sort((a, b) => time(a) - time(b) || (order(a) < order(b) ? -1 : 1));
    }

    let found = await read(false);
    const [beforeNext, first] = [found[limit - 1], found[limit]];
    // Sorting equal tickets by id costs a tenth of a page, and matters only if the page ends there.
    if (beforeNext && first && first.ends === undefined && time(beforeNext) === time(first)) found = await read(true);
    const end = found.findIndex(({ ends }) => ends === 1);
    const rows = end === -1 ? found : found.slice(0, end);
    const last = rows.length > limit ? rows[limit - 1] : found[end];
    const next = last === undefined ? null : { at: last[column] ?? 0, ticketId: last.ticket_id };
    return { rows: rows.slice(0, limit), next };
  },

  /** The tickets of a player. The latest activity is first, equal ones sort by id. */
  ofPlayer: (playerId: string) => db.all(ofPlayer, { playerId }),
});
