import { PRIORITIES, type TicketSort } from '@player-support/contract/enums';
import type { QueueRow } from './queue-rows.ts';
import type { QueueQuery } from './queue-search.ts';

type Sort = QueueQuery['sort'];

export function reversed(sort: TicketSort): TicketSort {
  return (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as TicketSort;
}

/** The first value decides first. A lower value comes first. */
function sortValues(ticket: QueueRow, sort: Sort): readonly (string | number)[] {
  switch (sort) {
    case 'priority':
    case '-priority':
      return [-PRIORITIES.indexOf(ticket.priority), ticket.dueAt ?? ''];
    case 'due':
    case '-due':
      return [ticket.dueAt ?? ''];
    case 'waiting':
    case '-waiting':
      return [ticket.attentionSince ?? ''];
    case 'created':
    case '-created':
      return [ticket.createdAt];
    case '-match':
      // A ticket that was found by its id comes before all times.
      return [ticket.match?.source === 'id' ? '~' : (ticket.match?.createdAt ?? '')];
  }
}

/** Texts of times in UTC (ISO 8601) have the order of the times. */
export function isBefore(a: QueueRow, b: QueueRow, sort: Sort): boolean {
  const isReversed = sort.startsWith('-');
  const valuesOfB = sortValues(b, sort);
  for (const [index, value] of sortValues(a, sort).entries()) {
    const other = valuesOfB[index] ?? '';
    if (value !== other) return value < other !== isReversed;
  }
  return a.id < b.id !== isReversed && a.id !== b.id;
}
