import { MAX_MACROS, MAX_MACROS_LENGTH } from '@player-support/contract/limits';
import { type Access, canAccessProject } from '../../domain/access.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { MacroRow } from '../../store/tables.ts';

/** Locks it for a change. Throws AppError `not-found` or `forbidden`. */
export async function lockChangeableMacro({ macros }: Transaction, caller: Access, id: string): Promise<MacroRow> {
  const macro = await macros.lock(id);
  if (macro === undefined) throw new AppError('not-found');
  if (macro.project_id === null) requireAllProjects(caller);
  else if (!canAccessProject(caller, macro.project_id)) throw new AppError('not-found');
  return macro;
}

/** Checks and locks. Null: all projects. Throws AppError `forbidden` or `validation`. */
export async function requireProject({ projects }: Transaction, caller: Access, projectId: string | null) {
  if (projectId === null) return requireAllProjects(caller);
  if (canAccessProject(caller, projectId) && (await projects.lock(projectId)) !== undefined) return;
  throw invalid('projectId', 'unknown-project');
}

function requireAllProjects({ projectIds }: Access): void {
  if (projectIds === null) return;
  throw new AppError('forbidden', { detail: 'A macro for every project needs access to every project.' });
}

const lengthOf = ({ body, texts }: MacroRow) => Array.from(body).length + Array.from(texts ?? '').length;

/**
 * Members load all macros they see, so each project has limits, and so have those for all.
 * `before`: undefined if new. Throws AppError `validation` if too many or too long in total.
 */
export async function requireRoom({ macros }: Transaction, after: MacroRow, before?: MacroRow): Promise<void> {
  const isNewHere = before === undefined || before.project_id !== after.project_id;
  const grown = lengthOf(after) - (isNewHere ? 0 : lengthOf(before));
  if (!isNewHere && grown <= 0) return;
  const { count, length } = await macros.size(after.project_id);
  const isGeneral = after.project_id === null;
  if (isNewHere && count >= MAX_MACROS) {
    throw invalid('projectId', isGeneral ? 'too-many-general-macros' : 'too-many-macros', { max: MAX_MACROS });
  }
  if (length + grown > MAX_MACROS_LENGTH) {
    const sizes = { length: length + grown, max: MAX_MACROS_LENGTH };
    throw invalid('body', isGeneral ? 'general-macros-too-long' : 'macros-too-long', sizes);
  }
}

export const auditSubject = ({ macro_id, project_id }: MacroRow) => ({ target: macro_id, projectId: project_id });
