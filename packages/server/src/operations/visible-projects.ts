import { type Access, canAccessProject } from '../domain/access.ts';
import { AppError } from '../errors.ts';
import type { Transaction } from '../store/store.ts';
import type { ProjectRow } from '../store/tables.ts';

/** Lists the caller's projects. With `projectId`, only that one. */
export async function visibleProjects(
  { projects }: Pick<Transaction, 'projects'>,
  caller: Pick<Access, 'projectIds'>,
  projectId?: string,
): Promise<ProjectRow[]> {
  const one = projectId === undefined ? undefined : await projects.byId(projectId);
  const all = projectId === undefined ? await projects.list() : one === undefined ? [] : [one];
  return all.filter(({ project_id }) => canAccessProject(caller, project_id));
}

/** Throws AppError `not-found`, also if the caller may not enter the project. */
export async function findProject(
  stores: Pick<Transaction, 'projects'>,
  caller: Pick<Access, 'projectIds'>,
  projectId: string,
): Promise<ProjectRow> {
  const [project] = await visibleProjects(stores, caller, projectId);
  if (project === undefined) throw new AppError('not-found');
  return project;
}
