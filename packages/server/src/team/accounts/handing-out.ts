import { type Access, covers, projectIdsOf } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { ApiKeyRow, InvitationRow, MemberRow } from '../../store/tables.ts';

/**
 * Nobody hands out more than is theirs, nor takes it from who has more.
 */

/** What a member, an invitation or a key may do. */
export function accessOf({
  role,
  project_ids,
}: Pick<MemberRow | InvitationRow | ApiKeyRow, 'role' | 'project_ids'>): Access {
  return { role, projectIds: projectIdsOf(project_ids) };
}

/** @throws AppError `forbidden` */
export function requireCovered(caller: Access, given: Access): void {
  if (covers(caller, given)) return;
  throw new AppError('forbidden', {
    detail: 'This is about more than you have: a higher role than yours, or projects that you may not enter.',
  });
}

/** The ids of projects as a body has them, each once. */
export function withoutDoubles(projectIds: readonly string[] | null | undefined): string[] | null | undefined {
  return projectIds && [...new Set(projectIds)];
}

/** @throws AppError `validation` if one of them is no project */
export async function requireProjects(
  { projects }: Pick<Transaction, 'projects'>,
  projectIds: readonly string[] | null,
): Promise<void> {
  if (projectIds === null) return;
  const known = new Set((await projects.list()).map(({ project_id }) => project_id));
  if (projectIds.every((id) => known.has(id))) return;
  throw new AppError('validation', { errors: { projectIds: ['Must be the ids of projects.'] } });
}
