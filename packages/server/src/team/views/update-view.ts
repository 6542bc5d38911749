import { SavedViewResponse, UpdateViewRequest } from '@player-support/contract/team/views';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { auditSubject, checkView, lockChangeableView, presentView, sortFor, toldOf } from './view-access.ts';

export const updateView = operation({
  id: 'UpdateView',
  tag: 'Saved views',
  summary: 'Update a saved view',
  description:
    'Absent fields do not change. Only its owner, and admins with access to all its projects, can change a shared view. Only its owner can change its project. An owner without access to all projects can only delete a shared view of all projects, or stop sharing it.',
  method: 'PATCH',
  url: '/api/v1/team/views/:viewId',
  auth: 'member',
  role: 'viewer',
  body: UpdateViewRequest,
  success: { status: 200, schema: SavedViewResponse },
  failures: [409],

  async handle(call, { store, live }) {
    const { body, caller, params, now } = call;
    const { view, told } = await audited(call, store, async (tx) => {
      const before = await lockChangeableView(tx, caller, params.viewId);
      const { name = before.name, projectId = before.project_id, role = before.role, base = before.base } = body;
      const { sort = sortFor(base, before.sort), filter = before.filter, q = before.query } = body;
      const wanted = { project_id: projectId, role, base, sort, filter, query: q };
      const checked = await checkView(tx, caller, wanted, before);
      const after = { ...before, ...wanted, name, filter: checked, updated_at: now };
      await tx.savedViews.update(after);
      const fields = { name, projectId, role, base, sort, filter, q } as const;
      const changed = Object.keys(fields).filter((field) => body[field as keyof typeof fields] !== undefined);
      return [{ view: after, told: toldOf(after, before) }, auditSubject(after, changed, before)];
    });
    live.viewsChanged(told);
    return { status: 200, body: presentView(caller, view) };
  },
});
