import { PlayerResponse } from '@player-support/contract/team/players';
import { operation } from '../../operations/operation.ts';
import { findPlayer } from './find-player.ts';
import { presentPlayer } from './present-player.ts';

export const getPlayer = operation({
  id: 'GetPlayer',
  tag: 'Players',
  summary: 'Get a player',
  method: 'GET',
  url: '/api/v1/team/players/:playerId',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: PlayerResponse },

  async handle({ caller, params }, { store }) {
    return { status: 200, body: presentPlayer(await findPlayer(store, caller, params.playerId)) };
  },
});
