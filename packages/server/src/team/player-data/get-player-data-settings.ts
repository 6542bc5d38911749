import { PlayerDataSettings } from '@player-support/contract/team/player-data';
import { isSealed, SecretKeyMissingError } from '../../domain/sealed-text.ts';
import { operation } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';

export const getPlayerDataSettings = operation({
  id: 'GetPlayerDataSettings',
  tag: 'Projects',
  summary: 'Get where the server asks for data about players',
  method: 'GET',
  url: '/api/v1/team/projects/:projectId/player-data',
  auth: 'team',
  role: 'admin',
  success: { status: 200, schema: PlayerDataSettings },

  async handle({ caller, params }, { store }) {
    const { player_data_url: url } = await findProject(store, caller, params.projectId);
    return { status: 200, body: presentPlayerDataSettings(url, null) };
  },
});

/**
 * Shows the settings to admins. `secret`: a new one. Null: not shown. Throws SecretKeyMissingError.
 */
export function presentPlayerDataSettings(url: string | null, secret: string | null): PlayerDataSettings {
  if (url !== null && isSealed(url)) throw new SecretKeyMissingError();
  return { url, secret };
}
