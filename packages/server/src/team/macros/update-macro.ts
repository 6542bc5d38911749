import { MacroResponse, UpdateMacroRequest } from '@player-support/contract/team/macros';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { auditSubject, lockChangeableMacro, requireProject, requireRoom } from './macro-access.ts';
import { checkVariables, presentMacro, storedActions, storedTexts } from './macro-content.ts';

export const updateMacro = operation({
  id: 'UpdateMacro',
  tag: 'Macros',
  summary: 'Update a macro',
  description: 'Absent fields do not change. `texts` and `actions` are replaced as a whole.',
  method: 'PATCH',
  url: '/api/v1/team/macros/:macroId',
  auth: 'team',
  role: 'admin',
  body: UpdateMacroRequest,
  audited: true,
  success: { status: 200, schema: MacroResponse },

  async handle(call, { store, live }) {
    const { body, caller, params } = call;
    const changed = await audited(call, store, async (tx) => {
      const macro = await lockChangeableMacro(tx, caller, params.macroId);
      checkVariables(body, macro);
      const { name = macro.name, body: text = macro.body, projectId = macro.project_id } = body;
      if (projectId !== macro.project_id) await requireProject(tx, caller, projectId);
      const after = {
        ...macro,
        name,
        body: text,
        project_id: projectId,
        texts: body.texts === undefined ? macro.texts : storedTexts(body.texts),
        actions: body.actions === undefined ? macro.actions : storedActions(body.actions),
      };
      await requireRoom(tx, after, macro);
      await tx.macros.update(after);
      return [after, auditSubject(after)];
    });
    live.settingsChanged('macros');
    return { status: 200, body: presentMacro(changed) };
  },
});
