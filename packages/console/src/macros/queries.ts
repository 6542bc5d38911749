import type { MacrosResponse } from '@player-support/contract/team/macros';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export const macrosQuery = queryOptions({
  queryKey: ['macros'],
  queryFn: ({ signal }) => api.get<MacrosResponse>('/macros', { signal }),
});
