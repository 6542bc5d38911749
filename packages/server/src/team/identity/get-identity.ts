import { IdentitySettingsResponse } from '@player-support/contract/team/identity';
import { canAccessProject } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { presentIdentity } from './present-identity.ts';

export const getIdentity = operation({
  id: 'GetIdentity',
  tag: 'Verified identity',
  summary: 'Get how the backend of a game proves who a player is',
  description: '404 if players of the project cannot be linked to accounts.',
  method: 'GET',
  url: '/api/v1/team/projects/:projectId/identity',
  auth: 'team',
  role: 'admin',
  success: { status: 200, schema: IdentitySettingsResponse },

  async handle({ caller, params }, { store }) {
    const { projectId } = params;
    const row = canAccessProject(caller, projectId) ? await store.projectIdentities.byId(projectId) : undefined;
    if (row === undefined) throw new AppError('not-found');
    return { status: 200, body: presentIdentity(row, await store.projectIdentities.sharesTokens(row)) };
  },
});
