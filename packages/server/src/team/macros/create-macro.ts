import { MAX_MACROS } from '@player-support/contract/limits';
import { CreateMacroRequest, MacroResponse } from '@player-support/contract/team/macros';
import { newId } from '../../domain/ids.ts';
import { audited } from '../../operations/audited.ts';
import { created, operation } from '../../operations/operation.ts';
import { auditSubject, requireProject, requireRoom } from './macro-access.ts';
import { checkVariables, presentMacro, storedActions, storedTexts } from './macro-content.ts';

export const createMacro = operation({
  id: 'CreateMacro',
  tag: 'Macros',
  summary: 'Create a macro',
  description: `For one project or for all. At most ${MAX_MACROS} for each project, and ${MAX_MACROS} more that are for all projects.`,
  method: 'POST',
  url: '/api/v1/team/macros',
  auth: 'team',
  role: 'admin',
  body: CreateMacroRequest,
  audited: true,
  success: { status: 201, schema: MacroResponse },

  async handle(call, { store, live }) {
    const { body, caller, now } = call;
    const { name, body: text, projectId = null, texts, actions } = body;
    checkVariables(body);
    const macro = {
      macro_id: newId('macro', now),
      project_id: projectId,
      name,
      body: text,
      texts: storedTexts(texts),
      actions: storedActions(actions),
      created_at: now,
      uses: 0,
      last_used_at: null,
    };
    await audited(call, store, async (tx) => {
      await requireProject(tx, caller, projectId);
      await requireRoom(tx, macro);
      await tx.macros.insert(macro);
      return [undefined, auditSubject(macro)];
    });
    live.settingsChanged('macros');
    return created(`/api/v1/team/macros/${macro.macro_id}`, presentMacro(macro));
  },
});
