import type { AnnouncementsResponse } from '@player-support/contract/team/announcements';
import type { ApiKeysResponse } from '@player-support/contract/team/api-keys';
import type { InvitationsResponse } from '@player-support/contract/team/invitations';
import type { MacrosResponse } from '@player-support/contract/team/macros';
import type { MembersResponse } from '@player-support/contract/team/members';
import type { InstallationsResponse, PlayerTicketsResponse } from '@player-support/contract/team/players';
import type { ProjectsResponse } from '@player-support/contract/team/projects';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/**
 * The names of what the pages read, in one place, so that a live update reaches every page that shows what it names.
 * A key that begins with another is reached with it: `tickets` reaches lists, counts and facets, but no single ticket.
 */
export const keys = {
  tickets: ['tickets'],
  /** Of a queue with that search. */
  ticketList: (search: object) => ['tickets', 'list', search],
  ticketCounts: (projectId?: string) => ['tickets', 'counts', projectId ?? null],
  ticketFacets: ['tickets', 'facets'],
  allTickets: ['ticket'],
  ticket: (ticketId: string) => ['ticket', ticketId],
  players: ['player'],
  player: (playerId: string) => ['player', playerId],
  members: ['members'],
  macros: ['macros'],
  projects: ['projects'],
  announcements: ['announcements'],
  session: ['session'],
  invitations: ['invitations'],
  apiKeys: ['api-keys'],
  audit: ['audit'],
} as const;

/** A ticket with its player, its conversation and its history. */
export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: keys.ticket(ticketId),
    queryFn: ({ signal }) => api.get<TeamTicketResponse>(`/tickets/${encodeURIComponent(ticketId)}`, { signal }),
  });

export const playerTicketsQuery = (playerId: string) =>
  queryOptions({
    queryKey: [...keys.player(playerId), 'tickets'],
    queryFn: ({ signal }) =>
      api.get<PlayerTicketsResponse>(`/players/${encodeURIComponent(playerId)}/tickets`, { signal }),
  });

export const installationsQuery = (playerId: string) =>
  queryOptions({
    queryKey: [...keys.player(playerId), 'installations'],
    queryFn: ({ signal }) =>
      api.get<InstallationsResponse>(`/players/${encodeURIComponent(playerId)}/installations`, { signal }),
  });

export const membersQuery = queryOptions({
  queryKey: keys.members,
  queryFn: ({ signal }) => api.get<MembersResponse>('/members', { signal }),
});

export const macrosQuery = queryOptions({
  queryKey: keys.macros,
  queryFn: ({ signal }) => api.get<MacrosResponse>('/macros', { signal }),
});

export const projectsQuery = queryOptions({
  queryKey: keys.projects,
  queryFn: ({ signal }) => api.get<ProjectsResponse>('/projects', { signal }),
});

export const announcementsQuery = queryOptions({
  queryKey: keys.announcements,
  queryFn: ({ signal }) => api.get<AnnouncementsResponse>('/announcements', { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: keys.invitations,
  queryFn: ({ signal }) => api.get<InvitationsResponse>('/invitations', { signal }),
});

export const apiKeysQuery = queryOptions({
  queryKey: keys.apiKeys,
  queryFn: ({ signal }) => api.get<ApiKeysResponse>('/api-keys', { signal }),
});
