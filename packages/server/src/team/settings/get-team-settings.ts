import { TeamSettingsResponse } from '@player-support/contract/team/team-settings';
import { operation } from '../../operations/operation.ts';

export const getTeamSettings = operation({
  id: 'GetTeamSettings',
  tag: 'Team',
  summary: 'Get the settings of the team',
  method: 'GET',
  url: '/api/v1/team/settings',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: TeamSettingsResponse },

  async handle(_call, { store }) {
    return { status: 200, body: { secondFactorRequired: await store.teamSettings.isFactorRequired() } };
  },
});
