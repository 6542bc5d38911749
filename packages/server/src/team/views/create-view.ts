import { sortsOf } from '@player-support/contract/enums';
import { CreateViewRequest, SavedViewResponse } from '@player-support/contract/team/views';
import { newId } from '../../domain/ids.ts';
import { audited } from '../../operations/audited.ts';
import { created, operation } from '../../operations/operation.ts';
import { auditSubject, checkView, presentView, toldOf } from './view-access.ts';

export const createView = operation({
  id: 'CreateView',
  tag: 'Saved views',
  summary: 'Save a view',
  description:
    'A filter and an order of the queue with a name, or with `q` a search. Sharing it needs the role `agent`, and a member shares a limited number of views.',
  method: 'POST',
  url: '/api/v1/team/views',
  auth: 'member',
  role: 'viewer',
  body: CreateViewRequest,
  success: { status: 201, schema: SavedViewResponse },
  failures: [409],

  async handle(call, { store, live }) {
    const { body, caller, now } = call;
    const { name, projectId = null, role = null, base, filter, sort = sortsOf(base)[0], q = null } = body;
    const view = await audited(call, store, async (tx) => {
      const wanted = { project_id: projectId, role, base, sort, filter, query: q };
      const row = {
        ...wanted,
        filter: await checkView(tx, caller, wanted),
        view_id: newId('view', now),
        member_id: caller.id,
        name,
        created_at: now,
        updated_at: now,
      };
      await tx.savedViews.insert(row);
      return [row, auditSubject(row, [])];
    });
    live.viewsChanged(toldOf(view));
    return created(`/api/v1/team/views/${view.view_id}`, presentView(caller, view));
  },
});
