import { type Access, canAccessProject } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { MacroRow } from '../../store/tables.ts';

export function isVisible(caller: Access, { project_id }: MacroRow): boolean {
  return project_id === null || canAccessProject(caller, project_id);
}

/** Finds a macro that the caller may change. @throws AppError `not-found`, `forbidden` */
export async function findChangeableMacro({ macros }: Transaction, caller: Access, id: string): Promise<MacroRow> {
  const macro = await macros.byId(id);
  if (macro === undefined || !isVisible(caller, macro)) throw new AppError('not-found');
  if (macro.project_id === null) requireAllProjects(caller);
  return macro;
}

/** Checks the project of a macro. Null: all projects. @throws AppError `forbidden`, `validation` */
export async function requireProject(
  { projects }: Transaction,
  caller: Access,
  projectId: string | null,
): Promise<void> {
  if (projectId === null) return requireAllProjects(caller);
  if (canAccessProject(caller, projectId) && (await projects.byId(projectId)) !== undefined) return;
  throw new AppError('validation', { errors: { projectId: ['Must be the id of a project.'] } });
}

function requireAllProjects({ projectIds }: Access): void {
  if (projectIds === null) return;
  throw new AppError('forbidden', { detail: 'A macro for every project needs access to every project.' });
}

/** The subject of an audit entry about a macro. */
export function auditSubject({ macro_id: target, project_id }: MacroRow) {
  return project_id === null ? { target } : { target, projectId: project_id };
}
