import type { AnnouncementsResponse } from '@player-support/contract/team/announcements';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: ({ signal }) => api.get<AnnouncementsResponse>('/announcements', { signal }),
});
