import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

interface AuditFilter {
  readonly actorId: string | null;
  readonly action: string | null;
}

export const auditQuery = ({ actorId, action }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', { actorId, action }],
    queryFn: ({ pageParam, signal }) =>
      api.get('/audit', {
        query: { actorId: actorId ?? undefined, action: action ?? undefined, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
