import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { auditSubject, lockChangeableMacro } from './macro-access.ts';

export const deleteMacro = operation({
  id: 'DeleteMacro',
  tag: 'Macros',
  summary: 'Delete a macro',
  method: 'DELETE',
  url: '/api/v1/team/macros/:macroId',
  auth: 'team',
  role: 'admin',
  audited: true,
  success: { status: 204 },

  async handle(call, { store, live }) {
    await audited(call, store, async (tx) => {
      const macro = await lockChangeableMacro(tx, call.caller, call.params.macroId);
      await tx.macros.remove(macro.macro_id);
      return [undefined, auditSubject(macro)];
    });
    live.settingsChanged('macros');
    return { status: 204 };
  },
});
