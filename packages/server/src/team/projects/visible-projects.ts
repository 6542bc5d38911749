import { type Access, mayEnter } from '../../domain/access.ts';
import type { Transaction } from '../../store/store.ts';
import type { ProjectRow } from '../../store/tables.ts';

/** All projects that the caller may enter, or that one if it is one of them. */
export async function projectsOf(
  { projects }: Pick<Transaction, 'projects'>,
  caller: Access,
  projectId?: string,
): Promise<ProjectRow[]> {
  const one = projectId === undefined ? undefined : await projects.byId(projectId);
  const all = projectId === undefined ? await projects.list() : one === undefined ? [] : [one];
  return all.filter(({ project_id }) => mayEnter(caller, project_id));
}
