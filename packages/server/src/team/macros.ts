import { CreateMacroRequest, MacroResponse, MacrosResponse, UpdateMacroRequest } from '@player-support/contract/macros';
import { type Access, mayEnter } from '../domain/access.ts';
import { newId } from '../domain/ids.ts';
import { AppError } from '../errors.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import type { Transaction } from '../store/store.ts';
import type { MacroRow } from '../store/tables.ts';
import { audited } from './audited.ts';
import { presentMacro } from './present.ts';

const URL = '/api/v1/team/macros';

function isVisible(caller: Access, { project_id }: MacroRow): boolean {
  return project_id === null || mayEnter(caller, project_id);
}

/** A macro that the caller may change. @throws AppError `not-found`, `forbidden` */
async function macroToChange({ macros }: Transaction, caller: Access, id = ''): Promise<MacroRow> {
  const macro = await macros.byId(id);
  if (macro === undefined || !isVisible(caller, macro)) throw new AppError('not-found');
  if (macro.project_id === null) requireAllProjects(caller);
  return macro;
}

/** Where a macro is to be of use. @throws AppError `forbidden`, `validation` */
async function requireProject({ projects }: Transaction, caller: Access, projectId: string | null): Promise<void> {
  if (projectId === null) return requireAllProjects(caller);
  if (mayEnter(caller, projectId) && (await projects.byId(projectId)) !== undefined) return;
  throw new AppError('validation', { errors: { projectId: ['Must be the id of a project.'] } });
}

function requireAllProjects({ projectIds }: Access): void {
  if (projectIds === null) return;
  throw new AppError('forbidden', { detail: 'A macro of every project takes access to every project.' });
}

export const listMacros = operation({
  id: 'ListMacros',
  summary: 'List macros, texts that the team often sends, oldest first',
  method: 'GET',
  url: URL,
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: MacrosResponse },
  failures: problems(401, 429),

  async handle({ caller }, { store }) {
    const macros = (await store.macros.list()).filter((macro) => isVisible(caller, macro));
    return { status: 200, body: { macros: macros.map(presentMacro) } };
  },
});

export const createMacro = operation({
  id: 'CreateMacro',
  summary: 'Create a macro, of one project or of all',
  method: 'POST',
  url: URL,
  auth: 'team',
  role: 'admin',
  body: CreateMacroRequest,
  success: { status: 201, schema: MacroResponse },
  failures: problems(400, 401, 403, 429),

  async handle(call, { store, live }) {
    const { body, caller, now } = call;
    const { name, body: text, projectId = null } = body;
    const macro = { macro_id: newId('macro', now), project_id: projectId, name, body: text, created_at: now };
    await audited(call, store, async (tx) => {
      await requireProject(tx, caller, projectId);
      await tx.macros.insert(macro);
      return [undefined, subject(macro)];
    });
    live.settingsChanged('macros');
    return { status: 201, body: presentMacro(macro), headers: { location: `${URL}/${macro.macro_id}` } };
  },
});

export const updateMacro = operation({
  id: 'UpdateMacro',
  summary: "Change a macro's name, text or project",
  method: 'PATCH',
  url: `${URL}/:macroId`,
  auth: 'team',
  role: 'admin',
  body: UpdateMacroRequest,
  success: { status: 200, schema: MacroResponse },
  failures: problems(400, 401, 403, 404, 429),

  async handle(call, { store, live }) {
    const { body, caller, params } = call;
    const changed = await audited(call, store, async (tx) => {
      const macro = await macroToChange(tx, caller, params.macroId);
      const { name = macro.name, body: text = macro.body, projectId = macro.project_id } = body;
      if (projectId !== macro.project_id) await requireProject(tx, caller, projectId);
      const after = { ...macro, name, body: text, project_id: projectId };
      await tx.macros.update(after);
      return [after, subject(after)];
    });
    live.settingsChanged('macros');
    return { status: 200, body: presentMacro(changed) };
  },
});

export const deleteMacro = operation({
  id: 'DeleteMacro',
  summary: 'Delete a macro',
  method: 'DELETE',
  url: `${URL}/:macroId`,
  auth: 'team',
  role: 'admin',
  success: { status: 204 },
  failures: problems(401, 403, 404, 429),

  async handle(call, { store, live }) {
    await audited(call, store, async (tx) => {
      const macro = await macroToChange(tx, call.caller, call.params.macroId);
      await tx.macros.remove(macro.macro_id);
      return [undefined, subject(macro)];
    });
    live.settingsChanged('macros');
    return { status: 204 };
  },
});

function subject({ macro_id: target, project_id }: MacroRow) {
  return project_id === null ? { target } : { target, projectId: project_id };
}
