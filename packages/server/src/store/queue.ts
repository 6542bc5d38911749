import { TICKET_STATUSES, type TicketStatus, type TicketView } from '@player-support/contract/enums';
import { MAX_LISTED_TICKETS } from '@player-support/contract/limits';
import { expressionBuilder } from 'kysely';
import type { Executor } from './database.ts';
import { sql, statement } from './statement.ts';
import type { Tables, TicketRow } from './tables.ts';

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

/** The columns of a ticket in the queue. */
const QUEUE_COLUMNS = [
  'ticket_id',
  'project_id',
  'player_id',
  'type',
  'status',
  'subject',
  'last_message_preview',
  'last_message_at',
  'attention_since',
  'created_at',
  'assignee_id',
  'priority',
  'tags',
  'context',
] as const satisfies (keyof TicketRow)[];
export type QueueRow = Pick<TicketRow, (typeof QUEUE_COLUMNS)[number]>;

export interface QueuePage {
  readonly rows: QueueRow[];
  /** The end of this page. Null: there is no next page. */
  readonly next: QueuePosition | null;
}

/** SQLite allows 500 parts of a UNION. */
const MAX_RANGES = 100;

/** With this number, a page without any match takes about 25 ms. Its time limit is 50 ms. */
const MAX_EXAMINED = 2000;

const ofPlayer = statement<{ playerId: string }>()((db, { playerId }) =>
  db
    .selectFrom('ticket')
    .select(QUEUE_COLUMNS)
    .where('player_id', '=', playerId)
    .orderBy('last_message_at', 'desc')
    .orderBy('ticket_id')
    .limit(MAX_LISTED_TICKETS),
);

/** A part of an index: tickets of one project, in the order of the view. */
interface Range {
  readonly projectId: string;
  readonly status?: TicketStatus | undefined;
  readonly assigneeId?: string | undefined;
}

type FoundRow = QueueRow & { at: number; matches: number; rank: number };

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

function rangesOf({ view, memberId, projectIds, filter = {} }: QueueRequest): Range[] {
  const { status, assigneeId } = filter;
  const assigned = [
    ...(view === 'mine' ? [memberId] : []),
    ...(view === 'unassigned' ? [null] : []),
    ...(assigneeId === undefined ? [] : [assigneeId]),
  ];
  const [assignee] = assigned;
  if (assigned.some((one) => one === undefined || one !== assignee)) return [];
  const statuses = STATUSES[view];
  // All tickets that wait for the team are open.
  if (statuses === undefined)
    return status === undefined || status === 'open' ? projectIds.map((projectId) => ({ projectId })) : [];
  return projectIds.flatMap((projectId) =>
    statuses
      .filter((one) => status === undefined || one === status)
      .map((one) => ({ projectId, status: one, assigneeId: assignee ?? undefined })),
  );
}

/** The condition for the filters that have no index. Undefined if there are none. */
function condition({ view, filter = {} }: QueueRequest) {
  const where = expressionBuilder<Tables, 'ticket'>();
  const { type, priority, assigneeId, context = [], tag, from, to } = filter;
  const has = (column: 'context' | 'tags', part: string) =>
    sql<boolean>`replace(${sql.ref(column)}, ${part}, '') <> ${sql.ref(column)}`;
  const parts = [
    ...(type === undefined ? [] : [where('type', '=', type)]),
    ...(priority === undefined ? [] : [where('priority', '=', priority)]),
    ...(view === 'unassigned' || assigneeId === null ? [where('assignee_id', 'is', null)] : []),
    ...(view === 'attention' && typeof assigneeId === 'string' ? [where('assignee_id', '=', assigneeId)] : []),
    ...context.map((pair) => has('context', pair)),
    ...(tag === undefined ? [] : [has('tags', JSON.stringify(tag))]),
    ...(view === 'attention' && from !== undefined ? [where('created_at', '>=', from)] : []),
    ...(view === 'attention' && to !== undefined ? [where('created_at', '<', to)] : []),
  ];
  return parts.length === 0 ? undefined : where.and(parts);
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
    const { view, filter = {}, after, limit, examined: maxExamined = MAX_EXAMINED } = request;
    const ranges = rangesOf(request);
    const column = view === 'attention' ? 'attention_since' : 'created_at';
    const direction = view === 'attention' ? 'asc' : 'desc';
    const past = direction === 'asc' ? '>' : '<';
    const wanted = limit + 1;
    const filtered = condition(request);
    const rangeLimit = filtered === undefined ? wanted : Math.max(wanted, Math.floor(maxExamined / ranges.length));
    const matches = filtered === undefined ? sql<number>`1` : sql<number>`case when ${filtered} then 1 else 0 end`;
    const found: FoundRow[] = [];

    for (let start = 0; start < ranges.length; start += MAX_RANGES) {
      const part = ranges.slice(start, start + MAX_RANGES);
      const rows = await db.query<FoundRow>((builder) => {
        const selects = part.map(({ projectId, status, assigneeId }) => {
          let range = builder
            .selectFrom('ticket')
            .select(['player_id', 'ticket_id', sql.ref<number>(column).as('at')])
            .select(matches.as('matches'))
            .where('project_id', '=', projectId)
            .where(column, 'is not', null);
          if (status !== undefined) range = range.where('status', '=', status);
          if (assigneeId !== undefined) range = range.where('assignee_id', '=', assigneeId);
          if (view !== 'attention') {
            if (filter.from !== undefined) range = range.where('created_at', '>=', filter.from);
            if (filter.to !== undefined) range = range.where('created_at', '<', filter.to);
          }
          if (after !== undefined) {
            range = range.where((where) =>
              where.and([
                where(column, `${past}=`, after.at),
                where.or([where(column, past, after.at), where('ticket_id', '>', after.ticketId)]),
              ]),
            );
          }
          const examined = range.orderBy(column, direction).orderBy('ticket_id').limit(rangeLimit).as('examined');
          const ranked = builder
            .selectFrom(examined)
            .select(['player_id', 'ticket_id', 'at', 'matches'])
            .select((one) =>
              one.fn
                .agg<number>('row_number')
                .over((over) => over.orderBy('at', direction).orderBy('ticket_id'))
                .as('rank'),
            )
            .as('ranked');
          return builder
            .selectFrom(ranked)
            .select(['player_id', 'ticket_id', 'at', 'matches', 'rank'])
            .where((where) => where.or([where('matches', '=', 1), where('rank', '=', rangeLimit)]));
        });
        const [first, ...others] = selects;
        if (first === undefined) throw new RangeError('a queue without a range');
        // This many rows are enough: either the page is full, or one of them is the last row that
        // was read of its range, and ends the page.
        const merged = others
          .reduce((union, select) => union.unionAll(select), first)
          .orderBy(sql.ref('at'), direction)
          .orderBy(sql.ref('ticket_id'))
          .limit(wanted)
          .as('found');
        return builder
          .selectFrom(merged)
          .innerJoin('ticket', (on) =>
            on.onRef('ticket.player_id', '=', 'found.player_id').onRef('ticket.ticket_id', '=', 'found.ticket_id'),
          )
          .select(QUEUE_COLUMNS.map((name) => `ticket.${name}` as const))
          .select(['found.at', 'found.matches', 'found.rank']);
      });
      found.push(...rows);
    }

    const sign = direction === 'asc' ? 1 : -1;
    found.sort((a, b) => sign * (a.at - b.at) || (a.ticket_id < b.ticket_id ? -1 : 1));
    const rows: QueueRow[] = [];
    let last: FoundRow | undefined;
    for (const row of found) {
      const { at, matches, rank, ...shown } = row;
      if (matches === 1) {
        if (rows.length === limit) return { rows, next: position(last) };
        rows.push(shown);
      }
      last = row;
      // More matches may follow in this range. They sort before later rows of other ranges.
      if (rank === rangeLimit) return { rows, next: position(row) };
    }
    return { rows, next: null };
  },

  /** The tickets of a player. The latest activity is first, equal ones sort by id. */
  ofPlayer: (playerId: string) => db.all(ofPlayer, { playerId }),
});

function position(row: FoundRow | undefined): QueuePosition | null {
  return row === undefined ? null : { at: row.at, ticketId: row.ticket_id };
}
