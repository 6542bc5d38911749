import { IdentitySettingsResponse } from '@player-support/contract/team/identity';
import { canAccessProject } from '../../domain/access.ts';
import { iso } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import type { ProjectIdentityRow } from '../../store/tables.ts';

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

/** Shows them without the shared secret. */
export function presentIdentity(row: ProjectIdentityRow, sharesTokens: boolean) {
  return {
    jwksUrl: row.jwks_url,
    publicKey: row.public_key,
    hasSecret: row.secret !== null,
    audience: row.audience,
    issuer: row.issuer,
    sharesTokens,
    updatedAt: iso(row.updated_at),
  };
}
