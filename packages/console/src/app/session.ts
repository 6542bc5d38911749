import { ROLES, type Role } from '@player-support/contract/enums';
import type { MemberResponse } from '@player-support/contract/team/members';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    try {
      return await api.get('/session', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** The member that is signed in. Only for pages below the shell, which has seen to it that there is one. */
export function useMember(): MemberResponse {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new ApiError(401, { type: '/problems/unauthorized' });
  return data.member;
}

/** Whether the member may do what takes that role. The server decides; this only hides what it would refuse. */
export function useMay(role: Role): boolean {
  return ROLES.indexOf(useMember().role) >= ROLES.indexOf(role);
}
