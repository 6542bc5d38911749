import { MAX_QUEUE_LIMIT } from '@player-support/contract/limits';
import type { QueueFilters, ViewQuery } from './queue-search.ts';

/** Fills any screen. On a slow network it arrives in half the time of a full page. */
const FIRST_LIMIT = 30;

/** A page of the queue. It begins at the cursor, or at the first ticket. */
export function ticketsRequest(query: ViewQuery, cursor: string | undefined) {
  return { query: { ...query, limit: cursor === undefined ? FIRST_LIMIT : MAX_QUEUE_LIMIT, cursor } };
}

/** The numbers of tickets in the views under the filters. */
export function countsRequest(filters: QueueFilters) {
  return { query: filters };
}
