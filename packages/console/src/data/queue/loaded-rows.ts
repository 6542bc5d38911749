import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

interface Page {
  readonly tickets?: readonly QueueTicketResponse[];
}

export function* loadedRows(queryClient: QueryClient, queryKey: QueryKey): Generator<QueueTicketResponse> {
  const lists = queryClient.getQueriesData<Page & { readonly pages?: readonly Page[] }>({ queryKey });
  for (const [, data] of lists) for (const { tickets = [] } of data?.pages ?? [data ?? {}]) yield* tickets;
}
