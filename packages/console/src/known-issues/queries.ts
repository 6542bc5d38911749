import type { ListedKnownIssue } from '@player-support/contract/team/known-issues';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** The beginning of the keys of all queries about known issues. */
export const knownIssuesKey = ['known-issues'] as const;

/** All known issues that the member may see, newest first. */
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
