import type { InvitationsResponse } from '@player-support/contract/team/invitations';
import type { MembersResponse } from '@player-support/contract/team/members';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => api.get<MembersResponse>('/members', { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => api.get<InvitationsResponse>('/invitations', { signal }),
});
