import { MAX_MACROS, MAX_MACROS_LENGTH } from '@player-support/contract/limits';
import { type Access, canAccessProject } from '../../domain/access.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { MacroRow } from '../../store/tables.ts';

export function isVisible(caller: Access, { project_id }: MacroRow): boolean {
  return project_id === null || canAccessProject(caller, project_id);
}

/** Finds and locks a macro that the caller may change. @throws AppError `not-found`, `forbidden` */
export async function lockChangeableMacro({ macros }: Transaction, caller: Access, id: string): Promise<MacroRow> {
  const macro = await macros.lock(id);
  if (macro === undefined || !isVisible(caller, macro)) throw new AppError('not-found');
  if (macro.project_id === null) requireAllProjects(caller);
  return macro;
}

/**
 * Checks and locks the project of a macro. Null: all projects.
 *
 * @throws AppError `forbidden`, `validation`
 */
export async function requireProject(
  { projects }: Transaction,
  caller: Access,
  projectId: string | null,
): Promise<void> {
  if (projectId === null) return requireAllProjects(caller);
  if (canAccessProject(caller, projectId) && (await projects.lock(projectId)) !== undefined) return;
  throw invalid('projectId', 'unknown-project');
}

function requireAllProjects({ projectIds }: Access): void {
  if (projectIds === null) return;
  throw new AppError('forbidden', { detail: 'A macro for every project needs access to every project.' });
}

/** The characters of the texts of a macro. */
const lengthOf = ({ body, texts }: MacroRow) => Array.from(body).length + Array.from(texts ?? '').length;

/**
 * Members load all macros that they see. So there are limits: for each project, and for the macros
 * that are for all projects.
 *
 * @param before undefined: a new macro
 * @throws AppError `validation` if there are too many macros, or their texts are too long in total
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

/** The subject of an audit entry about a macro. */
export function auditSubject({ macro_id: target, project_id }: MacroRow) {
  return project_id === null ? { target } : { target, projectId: project_id };
}
