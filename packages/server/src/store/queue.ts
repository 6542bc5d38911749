import { sortsOf, type TicketSort, type TicketView } from '@player-support/contract/enums';
import { MAX_LISTED_TICKETS } from '@player-support/contract/limits';
import type { Executor } from './database.ts';
import { forStatus } from './filter-tree.ts';
import { type QueueFilter, readsRows, splitFilter, withinCost } from './queue-filter.ts';
import { type Order, orderOf, type QueuePosition, type QueueProject, rangesOf } from './queue-order.ts';
import { type FoundRow, QUEUE_COLUMNS, type QueueRow, readPage } from './queue-page.ts';
import { readRanges } from './ranges.ts';
import { statement } from './statement.ts';

export interface QueueRequest {
  readonly view: TicketView;
  /** One of `sortsOf(view)`. Default: the first. */
  readonly sort?: TicketSort | undefined;
  /** Of the view `mine`, which is empty without a member. */
  readonly memberId?: string | undefined;
  readonly projects: readonly QueueProject[];
  readonly filter?: QueueFilter | undefined;
  /** In the same sort. */
  readonly after?: QueuePosition | undefined;
  readonly limit: number;
  /** Read to find matches for a filter that is no range. */
  readonly examined?: number | undefined;
}

export interface QueuePage {
  readonly rows: QueueRow[];
  /** Null: the last page. */
  readonly next: QueuePosition | null;
}

/** A page without a match takes about 12 ms then. Its limit is 50 ms. */
const MAX_EXAMINED = 10_000;
/** For a filter that has to read each row. */
const MAX_EXAMINED_ROWS = 2500;

const ofPlayer = statement<{ playerId: string }>()((db, { playerId }) =>
  db
    .selectFrom('ticket')
    .leftJoin('player', 'player.player_id', 'ticket.player_id')
    .leftJoin('known_issue', 'known_issue.known_issue_id', 'ticket.known_issue_id')
    .select(QUEUE_COLUMNS.map((name) => `ticket.${name}` as const))
    .select(['player.user_id', 'known_issue.title as known_issue_title'])
    .where('ticket.player_id', '=', playerId)
    .orderBy('ticket.last_message_at', 'desc')
    .orderBy('ticket.ticket_id')
    .limit(MAX_LISTED_TICKETS),
);

/** Null: unassigned. `impossible`: the page is empty. */
function assigneeOf({ view, memberId, filter: { assigneeId } = {} }: QueueRequest) {
  const ofView = view === 'unassigned' ? null : view === 'mine' ? (memberId ?? 'impossible') : assigneeId;
  return assigneeId === undefined || assigneeId === ofView ? ofView : 'impossible';
}

type TimeOf = (row: FoundRow) => number;

function timeOf({ column, byTarget }: Order, projects: readonly QueueProject[]): TimeOf {
  const targets = new Map(projects.map((project) => [project.projectId, project.targets]));
  return (row) => (row[column] ?? 0) + (byTarget ? (targets.get(row.project_id)?.[row.priority] ?? 0) : 0);
}

function comparison({ direction, byPriority }: Order, time: TimeOf) {
  const sign = direction === 'asc' ? 1 : -1;
  const inOrder = (a: FoundRow, b: FoundRow) =>
    (byPriority ? b.priority - a.priority : 0) ||
    time(a) - time(b) ||
    (a.ticket_id < b.ticket_id ? -1 : a.ticket_id > b.ticket_id ? 1 : 0);
  // A ticket can be found as a match and as the end. The match comes first.
  return (a: FoundRow, b: FoundRow) => sign * inOrder(a, b) || (a.ends ?? 0) - (b.ends ?? 0);
}

/** The first tickets of each group, not merged yet. */
async function find(db: Executor, request: QueueRequest, order: Order): Promise<FoundRow[]> {
  const { view, projects, filter = {}, after, limit } = request;
  const { examined = withinCost(readsRows(filter) ? MAX_EXAMINED_ROWS : MAX_EXAMINED, filter) } = request;
  const assignee = assigneeOf(request);
  if (assignee === 'impossible') return [];
  const isWaiting = order.column === 'attention_since';
  const where = isWaiting && filter.where ? forStatus(filter.where, 'open') : filter.where;
  const { values, shape } = splitFilter({ ...filter, assigneeId: assignee, where });
  const { priority, from, to, assigneeId, ...others } = values;
  const pageValues = isWaiting
    ? { ...others, from, to, assigneeId }
    : { ...others, priority, assignedTo: assigneeId, end: order.direction === 'asc' ? to : from };
  const { byTarget: _byTarget, ...sorted } = order;
  const shapeOfPage = {
    ...sorted,
    ...shape,
    unblocked: view === 'attention' && !isWaiting,
    // Few sizes, so that there are few statements.
    wanted: limit <= 50 ? 51 : 101,
  };
  const groups = rangesOf({ view, projects, filter, after }, order);
  const count = groups.reduce((sum, ranges) => sum + ranges.length, 0);
  const found: FoundRow[] = [];
  for (const ranges of groups) {
    const rows = await readRanges(ranges, (inRanges, part) => {
      const maxExamined = Math.max(limit + 1, Math.floor((part / count) * examined));
      return readPage(db, { ...pageValues, ...inRanges }, { ...shapeOfPage, maxExamined });
    });
    found.push(...rows);
  }
  return found;
}

/** The next page begins where the first search ended: unread matches may follow there. */
function cut(sorted: readonly FoundRow[], limit: number) {
  const end = sorted.findIndex(({ ends }) => ends === 1);
  const rows = end === -1 ? sorted : sorted.slice(0, end);
  return { rows: rows.slice(0, limit), last: rows.length > limit ? rows[limit - 1] : sorted[end] };
}

/**
 * A page reads a limited number of tickets from sorted ranges of an index, so its cost does not
 * depend on the number of tickets or matches. See docs/decisions/032-queue-order.md.
 */
export const queue = (db: Executor) => ({
  /**
   * Equal tickets sort by id. With a filter, a page can be short or empty and still have a next
   * page.
   */
  async page(request: QueueRequest): Promise<QueuePage> {
    const order = orderOf(request.sort ?? sortsOf(request.view)[0]);
    const time = timeOf(order, request.projects);
    const found = await find(db, request, order);
    const { rows, last } = cut(found.sort(comparison(order, time)), request.limit);
    const next = last && {
      at: time(last),
      ticketId: last.ticket_id,
      priority: order.byPriority ? last.priority : undefined,
    };
    return { rows, next: next ?? null };
  },

  /** Latest activity first, then by id. */
  ofPlayer: (playerId: string) => db.all(ofPlayer, { playerId }),
});
