import type { StoredStatus } from '@player-support/contract/enums';
import { COUNT_CAP } from '@player-support/contract/limits';
import type { StatusCount } from '../store/queue-counts.ts';
import { isEmpty, type QueueFilter, readsRows, withinCost } from '../store/queue-filter.ts';

/** Tickets read. On SQLite 100,000 take 29 to 38 ms. */
export const BUDGET = { perRange: COUNT_CAP + 1, total: 150_000 };
/** With a filter. Each is counted anew, and its counts are rarely cached. */
const FILTERED_BUDGET = { perRange: COUNT_CAP + 1, total: 75_000 };
/** With a filter without an index, such as an answer: each row is read. */
const ROWS_BUDGET = { perRange: 5000, total: 20_000 };

/** Tickets read to count matches of a filter. */
export function budgetOf(filter: QueueFilter) {
  if (isEmpty(filter)) return BUDGET;
  const { perRange, total } = readsRows(filter) ? ROWS_BUDGET : FILTERED_BUDGET;
  return { perRange: withinCost(perRange, filter), total: withinCost(total, filter) };
}

export interface ViewCount {
  /** At most COUNT_CAP. */
  readonly count: number;
  /** There may be more. */
  readonly capped: boolean;
}

export const cappedCount = ({ count, capped }: ViewCount): ViewCount => ({
  count: Math.min(count, COUNT_CAP),
  capped: capped || count > COUNT_CAP,
});

/** Counts tickets with one of these statuses. */
export function sumOf(
  counts: readonly StatusCount[],
  statuses: readonly StoredStatus[],
  number = ({ count }: StatusCount) => count,
): ViewCount {
  const rows = counts.filter(({ status }) => statuses.includes(status));
  const count = rows.reduce((all, row) => all + number(row), 0);
  return cappedCount({ count, capped: rows.some(({ capped }) => capped) });
}

/** All open tickets, except those of blocked players. */
export const attentionOf = (counts: readonly StatusCount[]) => sumOf(counts, ['open'], ({ unblocked }) => unblocked);
