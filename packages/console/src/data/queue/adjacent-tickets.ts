import { applyFresh, type FreshPage } from './queue-rows.ts';
import type { QueueQuery } from './queue-search.ts';
import type { QueueSnapshot } from './queue-snapshot.ts';
import type { QueueRowsData } from './use-queue-rows.ts';

/** Adds more of the queue to the snapshot. */
export function moreInSnapshot(snapshot: QueueSnapshot, { tickets, nextCursor }: FreshPage): QueueSnapshot {
  const { ticketIds, leftIds = [], more, isFromEnd = false } = snapshot;
  const known = new Set(ticketIds);
  const added = tickets.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  const isLast = nextCursor === null;
  return {
    ...snapshot,
    // Nobody counts what a search finds.
    ...(snapshot.isFound
      ? { count: { count: ticketIds.length + added.length - leftIds.length, capped: !isLast } }
      : {}),
    ticketIds: isFromEnd ? [...added.toReversed(), ...ticketIds] : [...ticketIds, ...added],
    before: isFromEnd && added.length > 0 ? undefined : snapshot.before,
    more: more && { ...more, cursor: nextCursor ?? more.cursor },
    isEnd: isLast && added.length === 0,
  };
}

/** Adds a page of rows that a ticket loaded to the list. */
export function moreInList(list: QueueRowsData, fresh: FreshPage, sort: QueueQuery['sort']): QueueRowsData {
  const { pages, pageParams } = list;
  const { cursor, ...page } = fresh;
  return pages.at(-1)?.nextCursor === cursor
    ? { ...list, pages: [...pages, page], pageParams: [...pageParams, cursor] }
    : { ...list, pages: applyFresh(pages, pageParams, fresh, sort) };
}

/** Finds a ticket's neighbours, and its position from 1. `canLoad`: where more can follow. */
export function adjacentTickets(snapshot: QueueSnapshot, ticketId: string) {
  const { ticketIds, leftIds = [], before, more, isFromEnd = false, isEnd = false } = snapshot;
  const index = ticketIds.indexOf(ticketId);
  if (index < 0) return { isListed: false };
  const left = new Set(leftIds);
  const places = ticketIds.slice(0, index + 1).filter((id) => !left.has(id)).length;
  const canLoad: 'previous' | 'next' | undefined =
    more === undefined || isEnd ? undefined : isFromEnd ? 'previous' : 'next';
  return {
    isListed: true,
    previous: ticketIds[index - 1],
    next: ticketIds[index + 1],
    position: before === undefined || left.has(ticketId) ? undefined : before + places,
    canLoad,
  };
}
