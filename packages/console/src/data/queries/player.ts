import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const playerKeys = {
  all: ['player'],
  one: (playerId: string) => ['player', playerId],
} as const;

export const playerQuery = (playerId: string) =>
  queryOptions({
    queryKey: playerKeys.one(playerId),
    queryFn: ({ signal }) => api.get('/players/{playerId}', { path: { playerId }, signal }),
  });

export const playerTicketsQuery = (playerId: string) =>
  queryOptions({
    queryKey: [...playerKeys.one(playerId), 'tickets'],
    queryFn: ({ signal }) => api.get('/players/{playerId}/tickets', { path: { playerId }, signal }),
  });

export const playerAnnouncementsQuery = (playerId: string) =>
  queryOptions({
    queryKey: [...playerKeys.one(playerId), 'announcements'],
    queryFn: ({ signal }) => api.get('/players/{playerId}/announcements', { path: { playerId }, signal }),
  });

export const linkedInstallationsQuery = (playerId: string) =>
  queryOptions({
    queryKey: [...playerKeys.one(playerId), 'links'],
    queryFn: ({ signal }) => api.get('/players/{playerId}/links', { path: { playerId }, signal }),
  });

export const installationsQuery = (playerId: string) =>
  queryOptions({
    queryKey: [...playerKeys.one(playerId), 'installations'],
    queryFn: ({ signal }) => api.get('/players/{playerId}/installations', { path: { playerId }, signal }),
  });
