import { type Access, canAccessProject } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { MacroRow, SavedViewRow } from '../../store/tables.ts';

/**
 * Undefined: all projects. Throws AppError `forbidden` or `not-found` unless the caller may enter.
 */
export async function requireTagScope(
  { projects }: Pick<Store, 'projects'>,
  caller: Access,
  projectId: string | undefined,
): Promise<void> {
  if (projectId === undefined) {
    if (caller.projectIds === null) return;
    throw new AppError('forbidden', { detail: 'The tags of all projects need access to all projects.' });
  }
  const exists = canAccessProject(caller, projectId) && (await projects.byId(projectId)) !== undefined;
  if (!exists) throw new AppError('not-found');
}

/** A change in this project, or in all, concerns the macro or view too. */
export const isInScope = ({ project_id }: Pick<MacroRow | SavedViewRow, 'project_id'>, projectId: string | undefined) =>
  projectId === undefined || project_id === projectId;
