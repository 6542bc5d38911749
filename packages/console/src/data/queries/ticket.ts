import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const ticketKeys = {
  all: ['ticket'],
  one: (ticketId: string) => ['ticket', ticketId],
} as const;

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ticketKeys.one(ticketId),
    queryFn: ({ signal }) => api.get('/tickets/{ticketId}', { path: { ticketId }, signal }),
  });
