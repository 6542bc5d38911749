import { PlayerResponse, UpdatePlayerRequest } from '@player-support/contract/team/players';
import { AppError } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import { isRepeated } from '../../operations/idempotency.ts';
import { operation } from '../../operations/operation.ts';
import { findPlayer } from './find-player.ts';
import { presentPlayer } from './present-player.ts';

export const updatePlayer = operation({
  id: 'UpdatePlayer',
  tag: 'Players',
  summary: 'Block or unblock a player',
  description:
    'A blocked player can read but not write. A request that repeats an Idempotency-Key gets the player as it is now.',
  method: 'PATCH',
  url: '/api/v1/team/players/:playerId',
  auth: 'team',
  role: 'agent',
  body: UpdatePlayerRequest,
  idempotent: true,
  audited: true,
  success: { status: 200, schema: PlayerResponse },

  async handle(call, { store, config, live }) {
    const { body, caller, params } = call;
    const { player, repeated } = await store.transaction(async (tx) => {
      const found = await findPlayer(tx, caller, params.playerId, true);
      const { player_id: target, project_id: projectId } = found;
      // With the caller's id, so that two members can use the same Idempotency-Key.
      const path = `/api/v1/team/players/${params.playerId} ${caller.id}`;
      if (await isRepeated({ call, config, keeper: params.playerId, path }, tx))
        return { player: found, repeated: true };
      const player = await tx.players.setBlocked(target, body.blocked);
      if (player === undefined) throw new AppError('not-found');
      // `setBlocked` has locked the player.
      await tx.tickets.setPlayerBlocked(target, body.blocked);
      await record(tx, call, { target, projectId, details: { blocked: body.blocked } });
      return { player, repeated: false };
    });
    // All the player's tickets show it.
    if (!repeated) live.ticketChanged(player.project_id, null);
    return { status: 200, body: presentPlayer(player) };
  },
});
