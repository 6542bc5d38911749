import type { SavedViewResponse } from '@player-support/contract/team/views';
import { useHasRole, useMember } from './session/session.ts';

/** Sharing needs the role `agent`, and for a view of all projects access to all. */
export function useMayShare(): (view: Pick<SavedViewResponse, 'projectId'>) => boolean {
  const isAgent = useHasRole('agent');
  const { projectIds } = useMember();
  return ({ projectId }) => isAgent && (projectId !== null || projectIds === null);
}
