import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** As long as the server uses a response. */
const STALE_MS = 60_000;

/** What services of the studio know about players, and where they are. */
export const playerDataKey = ['player-data'] as const;

export const playerDataSettingsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...playerDataKey, 'settings', projectId],
    queryFn: ({ signal }) => api.get('/projects/{projectId}/player-data', { path: { projectId }, signal }),
  });

/** Not below the keys of players: each change of a ticket would ask the service again. */
export const playerDataQuery = (playerId: string) =>
  queryOptions({
    queryKey: [...playerDataKey, 'of', playerId],
    queryFn: ({ signal }) => api.get('/players/{playerId}/data', { path: { playerId }, signal }),
    staleTime: STALE_MS,
    // The panel says at once what failed, and has a button.
    retry: false,
  });
