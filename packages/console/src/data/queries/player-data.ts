import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** As long as the server reuses a response. */
const STALE_MS = 60_000;

/** What the studio's services know about players. */
export const playerDataKey = ['player-data'] as const;

export const playerDataSettingsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...playerDataKey, 'settings', projectId],
    queryFn: ({ signal }) => api.get('/projects/{projectId}/player-data', { path: { projectId }, signal }),
  });

/** Its key is not below players': each ticket change would ask the service. */
export const playerDataQuery = (playerId: string) =>
  queryOptions({
    queryKey: [...playerDataKey, 'of', playerId],
    queryFn: ({ signal }) => api.get('/players/{playerId}/data', { path: { playerId }, signal }),
    staleTime: STALE_MS,
    // The panel says at once what failed, and has a button.
    retry: false,
  });
