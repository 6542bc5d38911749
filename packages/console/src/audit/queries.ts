import type { AuditResponse } from '@player-support/contract/team/audit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

interface AuditFilter {
  readonly actorId: string | null;
  readonly action: string | null;
}

/** The entries of the audit log, newest first. */
export const auditQuery = ({ actorId, action }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', { actorId, action }],
    queryFn: ({ pageParam, signal }) =>
      api.get<AuditResponse>('/audit', { query: { actorId, action, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
