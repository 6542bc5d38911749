import type { QueryClient } from '@tanstack/react-query';
import { moreInList, moreInSnapshot } from './adjacent-tickets.ts';
import { queueSnapshot, saveQueueSnapshot } from './queue-snapshot.ts';
import { partQuery, type QueueRowsData, rowsKey } from './use-queue-rows.ts';

/** Requests that find nothing new: a filter with few matches finds nothing on many pages. */
const MAX_REQUESTS = 10;

/** Loads the next tickets of the queue from which this ticket was opened. */
export async function loadMoreOfQueue(queryClient: QueryClient, ticketId: string): Promise<void> {
  for (let request = 0; request < MAX_REQUESTS; request++) {
    const before = queueSnapshot();
    if (before.more === undefined) return;
    const { query, cursor } = before.more;
    // Not what an earlier request found: new tickets may follow meanwhile.
    const part = await queryClient.fetchQuery({ ...partQuery(query, cursor), staleTime: 0 });
    // Another request for the same was first, or the member opened another queue.
    if (queueSnapshot() !== before) return;
    const after = moreInSnapshot(before, part);
    queryClient.setQueryData<QueueRowsData>(rowsKey(query), (list) => list && moreInList(list, part, query.sort));
    saveQueueSnapshot(after, ticketId);
    if (after.isEnd || after.ticketIds.length > before.ticketIds.length) return;
  }
}
