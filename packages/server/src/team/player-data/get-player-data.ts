import { PlayerDataResponse } from '@player-support/contract/team/player-data';
import { operation } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';
import { findPlayer } from '../players/find-player.ts';

export const getPlayerData = operation({
  id: 'GetPlayerData',
  tag: 'Players',
  summary: 'Get what your own service knows about a player',
  description:
    'The server asks the address in the settings of the project, and waits up to 3 seconds. It uses an answer for a minute. If there is no data, `error` says why.',
  method: 'GET',
  url: '/api/v1/team/players/:playerId/data',
  auth: 'team',
  role: 'viewer',
  waitsForOthers: true,
  needs: ['playerData'],
  success: { status: 200, schema: PlayerDataResponse },

  async handle({ caller, params }, { store, playerData }) {
    using _slot = await playerData.enter(caller);
    const player = await findPlayer(store, caller, params.playerId);
    const project = await findProject(store, caller, player.project_id);
    const body = await playerData.ofPlayer(project, player);
    await caller.checkAgain?.();
    return { status: 200, body };
  },
});
