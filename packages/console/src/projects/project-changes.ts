import type { ProjectResponse, UpdateProjectRequest } from '@player-support/contract/team/projects';
import { changedFields } from '../lib/changed-fields.ts';

type ProjectFields = Pick<
  ProjectResponse,
  'name' | 'status' | 'autoCloseDays' | 'ticketTypes' | 'limits' | 'responseTargets' | 'stormMode'
>;

/** Returns only changed fields. Limits and targets are compared one by one. */
export function projectChanges(before: ProjectResponse, after: ProjectFields): UpdateProjectRequest {
  const fieldsOf = ({ name, status, autoCloseDays, ticketTypes, stormMode }: ProjectFields) => ({
    name: name.trim(),
    status,
    autoCloseDays,
    ticketTypes,
    stormMode,
  });
  const limits = changedFields(before.limits, after.limits);
  const responseTargets = changedFields(before.responseTargets, after.responseTargets);
  return {
    ...changedFields(fieldsOf(before), fieldsOf(after)),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
    ...(Object.keys(responseTargets).length > 0 ? { responseTargets } : {}),
  };
}
