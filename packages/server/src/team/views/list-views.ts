import { SavedViewsResponse } from '@player-support/contract/team/views';
import { operation } from '../../operations/operation.ts';
import { presentView, viewsOf } from './view-access.ts';

export const listViews = operation({
  id: 'ListViews',
  tag: 'Saved views',
  summary: 'List saved views',
  description: 'Your own, and those that others share with your role. In your order. Those with `q` are searches.',
  method: 'GET',
  url: '/api/v1/team/views',
  auth: 'member',
  role: 'viewer',
  success: { status: 200, schema: SavedViewsResponse },

  async handle({ caller }, { store }) {
    const views = await viewsOf(store, caller);
    return { status: 200, body: { views: views.map((view) => presentView(caller, view)) } };
  },
});
