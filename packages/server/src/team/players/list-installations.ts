import { InstallationsResponse } from '@player-support/contract/team/players';
import { operation } from '../../operations/operation.ts';
import { findPlayer } from './find-player.ts';
import { presentPlayer } from './present-player.ts';

export const listInstallations = operation({
  id: 'ListInstallations',
  tag: 'Players',
  summary: "List a player's other installations",
  description:
    'Installations of the same project with the same `userId`. The game sends this id, and the server does not verify it.',
  method: 'GET',
  url: '/api/v1/team/players/:playerId/installations',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: InstallationsResponse },

  async handle({ caller, params }, { store }) {
    const player = await findPlayer(store, caller, params.playerId);
    return { status: 200, body: { players: (await store.players.installations(player)).map(presentPlayer) } };
  },
});
