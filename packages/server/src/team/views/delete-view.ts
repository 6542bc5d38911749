import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { auditSubject, lockChangeableView, toldOf } from './view-access.ts';

export const deleteView = operation({
  id: 'DeleteView',
  tag: 'Saved views',
  summary: 'Delete a saved view',
  description: 'Only its owner, and admins with access to all its projects, can delete a shared view.',
  method: 'DELETE',
  url: '/api/v1/team/views/:viewId',
  auth: 'member',
  role: 'viewer',
  success: { status: 204 },

  async handle(call, { store, live }) {
    const deleted = await audited(call, store, async (tx) => {
      const view = await lockChangeableView(tx, call.caller, call.params.viewId);
      await tx.savedViews.remove(view.view_id);
      return [view, auditSubject(view, [])];
    });
    live.viewsChanged(toldOf(deleted));
    return { status: 204 };
  },
});
