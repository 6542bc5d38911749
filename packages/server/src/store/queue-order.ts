import {
  PRIORITIES,
  type StoredStatus,
  TICKET_STATUSES,
  type TicketSort,
  type TicketView,
} from '@player-support/contract/enums';
import { type QueueFilter, statusesIn } from './queue-filter.ts';
import { type Place, type Range, statusRanges } from './ranges.ts';

/** The end of a page. */
export interface QueuePosition {
  /** The time of the order. */
  readonly at: number;
  readonly ticketId: string;
  /** If the order sorts by priority first. */
  readonly priority?: number | undefined;
}

export interface QueueProject {
  readonly projectId: string;
  /** Milliseconds from the beginning of a wait until it is due, by PRIORITIES. */
  readonly targets: readonly number[];
}

/** Equal tickets sort by id, in the same direction. */
export interface Order {
  readonly column: 'attention_since' | 'created_at';
  /** Of the time. Priorities go the opposite way: urgent first. */
  readonly direction: 'asc' | 'desc';
  readonly byPriority: boolean;
  /** The time is when a ticket is due. */
  readonly byTarget: boolean;
}

const ORDERS = {
  priority: { column: 'attention_since', byPriority: true, byTarget: true },
  due: { column: 'attention_since', byPriority: false, byTarget: true },
  waiting: { column: 'attention_since', byPriority: false, byTarget: false },
  created: { column: 'created_at', byPriority: false, byTarget: false },
} as const;

export function orderOf(sort: TicketSort): Order {
  const isReversed = sort.startsWith('-');
  // The cast: each sort is one of these names, with or without a `-`.
  const name = sort.replace('-', '') as keyof typeof ORDERS;
  return { ...ORDERS[name], direction: isReversed ? 'desc' : 'asc' };
}

/** Tickets that wait for the team are open. */
export const STATUSES: Readonly<Record<TicketView, readonly StoredStatus[]>> = {
  attention: ['open'],
  mine: ['open', 'pending'],
  unassigned: ['open', 'pending'],
  open: ['open'],
  pending: ['pending'],
  snoozed: ['snoozed'],
  resolved: ['resolved'],
  closed: ['closed'],
  all: [...TICKET_STATUSES, 'snoozed'],
  held: ['held'],
};

interface Request {
  readonly view: TicketView;
  readonly projects: readonly QueueProject[];
  readonly filter: QueueFilter;
  readonly after: QueuePosition | undefined;
}

/**
 * The ranges of a page, in groups that have the index's order, so that the database can merge them.
 * Different targets shift ranges against each other, so a group has equal targets.
 */
export function rangesOf(request: Request, order: Order): Range[][] {
  const { view, projects, filter, after } = request;
  const statuses = statusesIn(STATUSES[view], filter);
  if (order.column === 'created_at') {
    const start = startOf(order, filter, after);
    const ranges = statusRanges(
      projects.map(({ projectId }) => projectId),
      statuses,
    );
    return ranges.length === 0 ? [] : [ranges.map((range) => ({ ...range, after: start }))];
  }
  if (statuses.length === 0) return [];
  const groups = new Map<string, Range[]>();
  const priorities = PRIORITIES.keys().filter((one) => filter.priority === undefined || one === filter.priority);
  for (const priority of [...priorities].reverse()) {
    for (const { projectId, targets } of projects) {
      const shift = order.byTarget ? (targets[priority] ?? 0) : 0;
      const place = placeInPriority(priority, order, after);
      if (place === undefined) continue;
      const key = !order.byTarget ? '' : order.byPriority ? targets.join() : String(shift);
      const group = groups.get(key) ?? [];
      group.push({ projectId, priority, after: { ...place, time: place.time - shift } });
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}

/** Before all tickets. Only characters of ids are between these texts. */
const BEGIN: Readonly<Record<Order['direction'], Place>> = {
  asc: { time: 0, ticketId: '' },
  desc: { time: Number.MAX_SAFE_INTEGER, ticketId: '~' },
};

/** Returns where a page in creation order begins. An index has one beginning, so the later. */
function startOf({ direction }: Order, { from, to }: QueueFilter, after: QueuePosition | undefined): Place {
  const begin = BEGIN[direction];
  const place = after === undefined ? begin : { time: after.at, ticketId: after.ticketId };
  if (direction === 'asc') return from === undefined || place.time >= from ? place : { ...begin, time: from };
  return to === undefined || place.time < to ? place : { ...begin, time: to - 1 };
}

/** Undefined: the priority is on earlier pages. */
function placeInPriority(priority: number, order: Order, after: QueuePosition | undefined): Place | undefined {
  if (after === undefined) return BEGIN[order.direction];
  const place = { time: after.at, ticketId: after.ticketId };
  if (!order.byPriority || after.priority === undefined || priority === after.priority) return place;
  const isEarlier = order.direction === 'asc' ? priority > after.priority : priority < after.priority;
  return isEarlier ? undefined : BEGIN[order.direction];
}
