import type { Audience } from '@player-support/contract/team/announcements';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: ({ signal }) => api.get('/announcements', { signal }),
});

/** Its key is not below the list's: a change does not reload a count. */
export const audienceCountQuery = (json: string) =>
  queryOptions({
    queryKey: ['announcement-audience', json],
    queryFn: ({ signal }) => {
      // The cast: the caller made it from these.
      const body = JSON.parse(json) as { projectId: string; audience: Audience | null };
      return api.post('/announcements/count-audience', { body, signal });
    },
    staleTime: 60_000,
    retry: false,
  });

export const announcementReachQuery = (announcementId: string) =>
  queryOptions({
    queryKey: ['announcements', 'reach', announcementId],
    queryFn: ({ signal }) => api.get('/announcements/{announcementId}/reach', { path: { announcementId }, signal }),
  });
