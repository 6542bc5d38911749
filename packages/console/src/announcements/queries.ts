import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: ({ signal }) => api.get('/announcements', { signal }),
});
