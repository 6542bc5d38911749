import { InstallationsResponse } from '@player-support/contract/team/players';
import { operation } from '../../operations/operation.ts';
import { problems } from '../../operations/problem-schemas.ts';
import { findPlayer } from './find-player.ts';
import { presentPlayer } from './present-player.ts';

export const listInstallations = operation({
  id: 'ListInstallations',
  summary: 'Other installations of the project that claim the same userId; that it is the same person is not verified',
  method: 'GET',
  url: '/api/v1/team/players/:playerId/installations',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: InstallationsResponse },
  failures: problems(401, 404, 429),

  async handle({ caller, params }, { store }) {
    const player = await findPlayer(store, caller, params.playerId);
    return { status: 200, body: { players: (await store.players.installations(player)).map(presentPlayer) } };
  },
});
