import { TICKET_STATUSES, type TicketStatus, type TicketView } from '@player-support/contract/enums';
import { MAX_LISTED_TICKETS } from '@player-support/contract/limits';
import { expressionBuilder } from 'kysely';
import type { Executor } from './database.ts';
import { sql, statement } from './statement.ts';
import type { Tables, TicketRow } from './tables.ts';

/** The end of a page: the value by which it is ordered, and the id of the ticket. */
export interface QueuePosition {
  readonly at: number;
  readonly ticketId: string;
}

/** Which tickets are shown. A field that is undefined excludes no ticket. */
export interface QueueFilter {
  readonly type?: string | undefined;
  readonly status?: TicketStatus | undefined;
  /** The index in PRIORITIES. */
  readonly priority?: number | undefined;
  /** Null: nobody. */
  readonly assigneeId?: string | null | undefined;
  /** Parts of the stored context, see `contextPair`. */
  readonly context?: readonly string[] | undefined;
  readonly tag?: string | undefined;
  /** Created at this time or later, and before `to`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface QueueRequest {
  readonly view: TicketView;
  /** The member of the view `mine`; without a member that view is empty. */
  readonly memberId?: string | undefined;
  readonly projectIds: readonly string[];
  readonly filter?: QueueFilter | undefined;
  readonly after?: QueuePosition | undefined;
  readonly limit: number;
  /** With a filter that no index knows: how many tickets are read to find matches. */
  readonly examined?: number | undefined;
}

/** The columns that the queue shows. */
const SHOWN = [
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
export type QueueRow = Pick<TicketRow, (typeof SHOWN)[number]>;

export interface QueuePage {
  readonly rows: QueueRow[];
  /** The end of this page; null: there is no next page. */
  readonly next: QueuePosition | null;
}

/** SQLite allows 500 parts of a UNION. */
const MAX_RANGES = 100;

/** With this number, a page without any match takes about half of its time limit of 50 ms. */
const MAX_EXAMINED = 2000;

const ofPlayer = statement<{ playerId: string }>()((db, { playerId }) =>
  db
    .selectFrom('ticket')
    .select(SHOWN)
    .where('player_id', '=', playerId)
    .orderBy('last_message_at', 'desc')
    .orderBy('ticket_id')
    .limit(MAX_LISTED_TICKETS),
);

/** Tickets of a project that are neighbours in an index, in the order of the view. */
interface Range {
  readonly projectId: string;
  readonly status?: TicketStatus | undefined;
  readonly assigneeId?: string | undefined;
}

type Found = QueueRow & { at: number; matches: number; place: number };

/** The statuses of each view; undefined: the index of the view has only its tickets. */
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

/** The condition for all that no index knows; undefined if there is none. */
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
 * The team's queue. A page reads ranges of an index, which are in order, and a limited number of
 * tickets of each. So its cost depends neither on the number of tickets nor on how many of them
 * match. See docs/decisions/017-queue-search.md.
 */
export const queue = (db: Executor) => ({
  /**
   * One page. `attention`: the longest waiting first. Other views: the newest ticket first, because
   * no reply changes this order, so replies write to no index. Then by id. With a filter, a page
   * can have fewer tickets than `limit`, even none, and still have a next page.
   */
  async page(request: QueueRequest): Promise<QueuePage> {
    const { view, filter = {}, after, limit, examined: most = MAX_EXAMINED } = request;
    const ranges = rangesOf(request);
    const column = view === 'attention' ? 'attention_since' : 'created_at';
    const direction = view === 'attention' ? 'asc' : 'desc';
    const past = direction === 'asc' ? '>' : '<';
    const wanted = limit + 1;
    const fits = condition(request);
    const cap = fits === undefined ? wanted : Math.max(wanted, Math.floor(most / ranges.length));
    const matches = fits === undefined ? sql<number>`1` : sql<number>`case when ${fits} then 1 else 0 end`;
    const found: Found[] = [];

    for (let start = 0; start < ranges.length; start += MAX_RANGES) {
      const part = ranges.slice(start, start + MAX_RANGES);
      const rows = await db.query<Found>((builder) => {
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
          const examined = range.orderBy(column, direction).orderBy('ticket_id').limit(cap).as('examined');
          const placed = builder
            .selectFrom(examined)
            .select(['player_id', 'ticket_id', 'at', 'matches'])
            .select((one) =>
              one.fn
                .agg<number>('row_number')
                .over((over) => over.orderBy('at', direction).orderBy('ticket_id'))
                .as('place'),
            )
            .as('placed');
          return builder
            .selectFrom(placed)
            .select(['player_id', 'ticket_id', 'at', 'matches', 'place'])
            .where((where) => where.or([where('matches', '=', 1), where('place', '=', cap)]));
        });
        const [first, ...others] = selects;
        if (first === undefined) throw new RangeError('a queue without a range');
        // Of this many rows, all are shown, or one of them is the end of the read part of its
        // range.
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
          .select(SHOWN.map((name) => `ticket.${name}` as const))
          .select(['found.at', 'found.matches', 'found.place']);
      });
      found.push(...rows);
    }

    const sign = direction === 'asc' ? 1 : -1;
    found.sort((a, b) => sign * (a.at - b.at) || (a.ticket_id < b.ticket_id ? -1 : 1));
    const rows: QueueRow[] = [];
    let last: Found | undefined;
    for (const row of found) {
      const { at, matches, place, ...shown } = row;
      if (matches === 1) {
        if (rows.length === limit) return { rows, next: position(last) };
        rows.push(shown);
      }
      last = row;
      // This range may have more matches behind this row. They come before those of other ranges.
      if (place === cap) return { rows, next: position(row) };
    }
    return { rows, next: null };
  },

  /** The tickets of a player, the latest activity first, then by id. */
  ofPlayer: (playerId: string) => db.all(ofPlayer, { playerId }),
});

function position(row: Found | undefined): QueuePosition | null {
  return row === undefined ? null : { at: row.at, ticketId: row.ticket_id };
}
