import type { ListedKnownIssue } from '@player-support/contract/team/known-issues';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const knownIssuesKey = ['known-issues'] as const;

export const knownIssuesQuery = queryOptions({
  queryKey: [...knownIssuesKey, 'list'],
  queryFn: async ({ signal }) => {
    const all: ListedKnownIssue[] = [];
    let cursor: string | undefined;
    do {
      const { knownIssues, nextCursor } = await api.get('/known-issues', { query: { cursor }, signal });
      all.push(...knownIssues);
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    return all;
  },
});

export const knownIssueQuery = (knownIssueId: string) =>
  queryOptions({
    queryKey: [...knownIssuesKey, 'one', knownIssueId],
    queryFn: ({ signal }) => api.get('/known-issues/{knownIssueId}', { path: { knownIssueId }, signal }),
  });

/** The search index gets new messages within some seconds. */
const INDEX_MS = 5000;

export const suggestedTicketsQuery = (knownIssueId: string) =>
  queryOptions({
    queryKey: [...knownIssuesKey, 'suggested-tickets', knownIssueId],
    queryFn: ({ signal }) =>
      api.get('/known-issues/{knownIssueId}/suggested-tickets', { path: { knownIssueId }, signal }),
    // A list does not change while a member reads it.
    refetchInterval: ({ state: { data } }) =>
      data?.complete === false && data.suggestions.length === 0 ? INDEX_MS : false,
  });

export const suggestedIssuesQuery = (ticketId: string) =>
  queryOptions({
    queryKey: [...knownIssuesKey, 'suggested-for', ticketId],
    queryFn: ({ signal }) => api.get('/tickets/{ticketId}/suggested-known-issues', { path: { ticketId }, signal }),
  });
