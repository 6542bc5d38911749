import { ROLES, type Role } from '@player-support/contract/enums';
import type { Access } from '../domain/access.ts';
import { OperatorError } from '../operator-error.ts';
import type { Store } from '../store/store.ts';
import { withoutDuplicates } from '../team/grants.ts';

export const ROLE_OPTION = ['--role <role>', `one of ${ROLES.join(', ')}`] as const;
export const PROJECT_OPTION = ['--project <id>', 'allow only this project; can be repeated', append] as const;

function append(id: string, ids: string[] | undefined): string[] {
  return [...(ids ?? []), id];
}

/** Without `--project`: all projects. Throws OperatorError if one is unknown. */
export async function readAccess(role: string, projectIds: string[] | undefined, store: Store): Promise<Access> {
  if (!isRole(role)) {
    throw new OperatorError(`--role must be one of ${ROLES.join(', ')}, not ${JSON.stringify(role)}`);
  }
  const existing = new Set((await store.projects.list()).map(({ project_id }) => project_id));
  const unknown = projectIds?.find((id) => !existing.has(id));
  if (unknown !== undefined) throw new OperatorError(`there is no project ${JSON.stringify(unknown)}`);
  return { role, projectIds: withoutDuplicates(projectIds) ?? null };
}

function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
