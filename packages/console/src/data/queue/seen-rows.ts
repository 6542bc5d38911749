import type { QueryClient } from '@tanstack/react-query';
import { queueKeys } from '../queries/queue.ts';
import type { FreshPage, QueueRow } from './queue-rows.ts';
import type { QueueRowsData } from './use-queue-rows.ts';

const NOTHING = { ofPlayer: 0, ofTeam: 0 } as const;

export function markRowsSeen(queryClient: QueryClient, ticketId: string): void {
  const seen = (row: QueueRow): QueueRow => (row.id === ticketId ? { ...row, news: NOTHING } : row);
  const isIn = (rows: readonly QueueRow[]) => rows.some(({ id }) => id === ticketId);
  for (const [queryKey, data] of queryClient.getQueriesData<QueueRowsData | FreshPage>({ queryKey: queueKeys.lists })) {
    if (data === undefined) continue;
    if ('pages' in data) {
      if (!data.pages.some(({ tickets }) => isIn(tickets))) continue;
      const pages = data.pages.map((page) => ({ ...page, tickets: page.tickets.map(seen) }));
      queryClient.setQueryData(queryKey, { ...data, pages });
    } else if (isIn(data.tickets)) {
      queryClient.setQueryData(queryKey, { ...data, tickets: data.tickets.map(seen) });
    }
  }
}
