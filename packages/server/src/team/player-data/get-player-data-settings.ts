import { PlayerDataSettings } from '@player-support/contract/team/player-data';
import { operation } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';
import { presentPlayerDataSettings } from './present-player-data-settings.ts';

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
