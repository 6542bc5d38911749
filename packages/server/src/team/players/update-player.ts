import { PlayerResponse, UpdatePlayerRequest } from '@player-support/contract/team/players';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { findPlayer } from './find-player.ts';
import { presentPlayer } from './present-player.ts';

export const updatePlayer = operation({
  id: 'UpdatePlayer',
  summary: 'Block or unblock a player',
  description: 'A blocked player can read but not write.',
  method: 'PATCH',
  url: '/api/v1/team/players/:playerId',
  auth: 'team',
  role: 'agent',
  body: UpdatePlayerRequest,
  success: { status: 200, schema: PlayerResponse },

  async handle(call, { store, live }) {
    const { body, caller, params } = call;
    const changed = await audited(call, store, async (tx) => {
      const { player_id: target, project_id: projectId } = await findPlayer(tx, caller, params.playerId);
      const player = await tx.players.setBlocked(target, body.blocked);
      if (player === undefined) throw new AppError('not-found');
      return [player, { target, projectId, details: { blocked: body.blocked } }];
    });
    // All tickets of the player show whether the player is blocked.
    live.ticketChanged(changed.project_id, null);
    return { status: 200, body: presentPlayer(changed) };
  },
});
