import { ReorderViewsRequest } from '@player-support/contract/team/views';
import { operation } from '../../operations/operation.ts';
import { viewsOf } from './view-access.ts';

// Not in the audit log: each member has its own order.
export const reorderViews = operation({
  id: 'ReorderViews',
  tag: 'Saved views',
  summary: 'Reorder saved views',
  description: 'For you alone.',
  method: 'PUT',
  url: '/api/v1/team/views/order',
  auth: 'member',
  role: 'viewer',
  body: ReorderViewsRequest,
  success: { status: 204 },

  async handle({ caller, body }, { store, live }) {
    await store.transaction(async (tx) => {
      const visible = new Set((await viewsOf(tx, caller)).map(({ view_id }) => view_id));
      const viewIds = [...new Set(body.viewIds)].filter((id) => visible.has(id));
      await tx.savedViews.setOrder(caller.id, viewIds);
    });
    live.viewsChanged(caller.id);
    return { status: 204 };
  },
});
