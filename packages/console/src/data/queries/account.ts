import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api.get('/account/passkeys', { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.get('/sessions', { signal }),
});
