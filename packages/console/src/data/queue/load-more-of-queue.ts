import type { QueryClient } from '@tanstack/react-query';
import { moreInList, moreInSnapshot } from './adjacent-tickets.ts';
import { queueSnapshot, saveQueueSnapshot } from './queue-snapshot.ts';
import { freshPageQuery, type QueueRowsData, rowsKey } from './use-queue-rows.ts';

/** Requests without a new ticket: a filter with few matches has many empty pages. */
const MAX_REQUESTS = 10;

export async function loadMoreOfQueue(queryClient: QueryClient, ticketId: string): Promise<void> {
  for (let request = 0; request < MAX_REQUESTS; request++) {
    const before = queueSnapshot();
    if (before.more === undefined) return;
    const { query, cursor } = before.more;
    // Not a cached response: new tickets may follow by now.
    const page = await queryClient.fetchQuery({ ...freshPageQuery(query, cursor), staleTime: 0 });
    // Another request was first, or another queue was opened.
    if (queueSnapshot() !== before) return;
    const after = moreInSnapshot(before, page);
    queryClient.setQueryData<QueueRowsData>(rowsKey(query), (list) => list && moreInList(list, page, query.sort));
    saveQueueSnapshot(after, ticketId);
    if (after.isEnd || after.ticketIds.length > before.ticketIds.length) return;
  }
}
