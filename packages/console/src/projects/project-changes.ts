import type { ProjectResponse, UpdateProjectRequest } from '@player-support/contract/team/projects';
import { changedFields } from '../app/changed-fields.ts';

type ProjectFields = Pick<ProjectResponse, 'name' | 'status' | 'autoCloseDays' | 'ticketTypes' | 'limits'>;

/** What to send to change a project; no fields if nothing changed. Each limit is a field of its own. */
export function projectChanges(before: ProjectResponse, after: ProjectFields): UpdateProjectRequest {
  const fieldsOf = ({ name, status, autoCloseDays, ticketTypes }: ProjectFields) => ({
    name: name.trim(),
    status,
    autoCloseDays,
    ticketTypes,
  });
  const limits = changedFields(before.limits, after.limits);
  return {
    ...changedFields(fieldsOf(before), fieldsOf(after)),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
  };
}
