import { ROLES, type Role } from '@player-support/contract/enums';
import type { Access } from '../domain/access.ts';
import { OperatorError } from '../operator-error.ts';
import type { Store } from '../store/store.ts';
import { withoutDuplicates } from '../team/grants.ts';
import type { Invocation } from './command.ts';

/** The options that say what a member or a key may do. */
export const accessOptions = {
  role: { type: 'string' },
  project: { type: 'string', multiple: true },
} as const;

/** What `--role` and `--project` say: an owner of all projects where they are absent. @throws OperatorError */
export async function readAccess({ values }: Invocation, store: Store): Promise<Access> {
  const { role = 'owner', project } = values;
  if (!(ROLES as readonly string[]).includes(role)) {
    throw new OperatorError(`--role must be one of ${ROLES.join(', ')}, not ${JSON.stringify(role)}`);
  }
  const known = new Set((await store.projects.list()).map(({ project_id }) => project_id));
  const unknown = project?.find((id) => !known.has(id));
  if (unknown !== undefined) throw new OperatorError(`there is no project ${JSON.stringify(unknown)}`);
  return { role: role as Role, projectIds: withoutDuplicates(project) ?? null };
}
