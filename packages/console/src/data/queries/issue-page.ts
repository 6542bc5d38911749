import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { knownIssuesKey } from './known-issues.ts';
import { queueKeys } from './queue.ts';

export const issueReportsQuery = (knownIssueId: string) =>
  queryOptions({
    queryKey: [...knownIssuesKey, 'reports', knownIssueId],
    queryFn: ({ signal }) => api.get('/known-issues/{knownIssueId}/reports', { path: { knownIssueId }, signal }),
  });

const LISTED = 10;

/** Reads the newest linked tickets. Its key makes it follow ticket changes. */
export const issueTicketsQuery = (knownIssueId: string) =>
  queryOptions({
    queryKey: [...queueKeys.all, 'of-issue', knownIssueId],
    queryFn: ({ signal }) =>
      api.get('/tickets', { query: { view: 'all', sort: '-created', knownIssueId, limit: LISTED }, signal }),
  });

/** The tickets that an answer left out. */
export const unansweredQuery = (knownIssueId: string, answerId: string) =>
  infiniteQueryOptions({
    queryKey: [...knownIssuesKey, 'unanswered', answerId],
    queryFn: ({ signal, pageParam }) =>
      api.get('/known-issues/{knownIssueId}/answers/{answerId}/unanswered', {
        path: { knownIssueId, answerId },
        query: { cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
