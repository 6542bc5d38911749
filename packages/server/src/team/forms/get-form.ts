import { FormQuery, FormResponse } from '@player-support/contract/team/forms';
import { formVersionsOf, presentForm } from '../../domain/forms.ts';
import { operation } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';

export const getForm = operation({
  id: 'GetForm',
  tag: 'Forms',
  summary: 'Get the form of a ticket type',
  description: 'The questions that players answer when they create a ticket of this type.',
  method: 'GET',
  url: '/api/v1/team/projects/:projectId/form',
  auth: 'team',
  role: 'viewer',
  query: FormQuery,
  needs: ['forms'],
  success: { status: 200, schema: FormResponse },

  async handle({ caller, params, query }, { store, forms }) {
    const { projectId } = params;
    const { type } = query;
    const version = formVersionsOf(await findProject(store, caller, projectId)).get(type) ?? 0;
    const fields = version === 0 ? [] : ((await forms.one(store, projectId, type, version)) ?? []);
    return { status: 200, body: presentForm(type, version, fields) };
  },
});
