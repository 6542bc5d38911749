import { ROLES, type Role } from '@player-support/contract/enums';
import type { MemberResponse } from '@player-support/contract/team/members';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';

/** The session, or null if nobody is signed in. */
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

/** The signed-in member. Only for pages in the shell, which need a session. */
export function useMember(): MemberResponse {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new ApiError(401, { type: '/problems/unauthorized' });
  return data.member;
}

/** Whether the member has the role or a higher one. The server checks it again. */
export function useHasRole(role: Role): boolean {
  return ROLES.indexOf(useMember().role) >= ROLES.indexOf(role);
}
