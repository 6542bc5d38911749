import type { MemberResponse, UpdateMemberRequest } from '@player-support/contract/team/members';
import type { ProjectResponse, UpdateProjectRequest } from '@player-support/contract/team/projects';
import type { Access } from './access.ts';

/**
 * The fields of `after` that differ from `before`, compared by their JSON. A dialog sends only
 * these: the server keeps what is absent, so saving does not undo what others changed meanwhile.
 */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {};
  // Object.keys() gives plain strings; these are the names of T.
  for (const name of Object.keys(after) as (keyof T)[]) {
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changed[name] = after[name];
  }
  return changed;
}

type MemberFields = Required<UpdateMemberRequest>;

/** What to send to change a member; no fields if nothing changed. The order of projects is no change. */
export function memberChanges(
  before: MemberResponse,
  after: Access & { readonly disabled: boolean },
): UpdateMemberRequest {
  const fieldsOf = ({ role, projectIds, disabled }: typeof after): MemberFields => ({
    role,
    projectIds: projectIds === null ? null : [...projectIds].sort(),
    disabled,
  });
  return changedFields(fieldsOf(before), fieldsOf(after));
}

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
