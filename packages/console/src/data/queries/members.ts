import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => api.get('/members', { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => api.get('/invitations', { signal }),
});

export const teamSettingsQuery = queryOptions({
  queryKey: ['team-settings'],
  queryFn: ({ signal }) => api.get('/settings', { signal }),
});
