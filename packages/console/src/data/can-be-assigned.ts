import { ROLES } from '@player-support/contract/enums';
import type { ListedMemberResponse } from '@player-support/contract/team/members';

export function canBeAssigned({ disabled, role, projectIds }: ListedMemberResponse, projectId: string): boolean {
  const isInProject = projectIds === null || projectIds.includes(projectId);
  return !disabled && isInProject && ROLES.indexOf(role) >= ROLES.indexOf('agent');
}
