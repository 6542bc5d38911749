import { ROLES, type Role } from '@player-support/contract/enums';
import type { MemberResponse } from '@player-support/contract/team/members';
import type { SessionResponse } from '@player-support/contract/team/session';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ApiError, isUnavailable } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { forgetSession, keepSession, keptSession } from './kept-session.ts';

/** If there was a session, the console waits no longer than this. */
const MAX_WAIT_MS = 5000;

/** Null: nobody is signed in. Throws ApiError if the server does not respond. */
export async function loadSession(signal?: AbortSignal): Promise<SessionResponse | null> {
  try {
    const session = await api.get('/session', signal === undefined ? {} : { signal });
    keepSession(session);
    return session;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    forgetSession();
    return null;
  }
}

/**
 * Null: nobody is signed in. Without a response it is the last session: the server checks each
 * request later.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<SessionResponse | null> => {
    const kept = keptSession();
    if (kept === undefined) return loadSession(signal);
    try {
      return await loadSession(AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]));
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && !isUnavailable(error))) throw error;
      return kept;
    }
  },
});

export function setSession(queryClient: QueryClient, session: SessionResponse | null): void {
  if (session === null) forgetSession();
  else keepSession(session);
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

/** Pages use this instead of the session, which could end before the shell removes them. */
export const MemberContext = createContext<MemberResponse | null>(null);

/** Returns the member. Only for pages in the shell, which need a session. */
export function useMember(): MemberResponse {
  const member = useContext(MemberContext);
  if (member === null) throw new Error('The shell is missing.');
  return member;
}

/** True for this role or a higher one. The server checks it again. */
export function useHasRole(role: Role): boolean {
  return ROLES.indexOf(useMember().role) >= ROLES.indexOf(role);
}
