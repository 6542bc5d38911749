import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => api.get('/api-keys', { signal }),
});
