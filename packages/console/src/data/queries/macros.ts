import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const macrosQuery = queryOptions({
  queryKey: ['macros'],
  queryFn: ({ signal }) => api.get('/macros', { signal }),
});
