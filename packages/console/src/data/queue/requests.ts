import { MAX_QUEUE_LIMIT } from '@player-support/contract/limits';
import type { QueueFilters, ViewQuery } from './queue-search.ts';

/** Fills any screen, in half the time of a full page. */
const FIRST_LIMIT = 30;

export function ticketsRequest(query: ViewQuery, cursor: string | undefined) {
  return { query: { ...query, limit: cursor === undefined ? FIRST_LIMIT : MAX_QUEUE_LIMIT, cursor } };
}

export function countsRequest(filters: QueueFilters) {
  return { query: filters };
}
