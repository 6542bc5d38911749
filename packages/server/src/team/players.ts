import { PlayerResponse, UpdatePlayerRequest } from '@player-support/contract/team';
import { AppError } from '../errors.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { findPlayer } from './find.ts';
import { presentPlayer } from './present.ts';

export const getPlayer = operation({
  id: 'GetPlayer',
  summary: 'Get one player',
  method: 'GET',
  url: '/api/v1/team/players/:playerId',
  auth: 'team',
  success: { status: 200, schema: PlayerResponse },
  failures: problems(401, 404, 429),

  async handle({ params }, { store }) {
    return { status: 200, body: presentPlayer(await findPlayer(store, params.playerId)) };
  },
});

export const updatePlayer = operation({
  id: 'UpdatePlayer',
  summary: 'Block or unblock a player; a blocked one can read but not write',
  method: 'PATCH',
  url: '/api/v1/team/players/:playerId',
  auth: 'team',
  body: UpdatePlayerRequest,
  success: { status: 200, schema: PlayerResponse },
  failures: problems(400, 401, 404, 429),

  async handle({ body, params }, { store }) {
    const player = await store.players.setBlocked(params.playerId ?? '', body.blocked ? 1 : 0);
    if (player === undefined) throw new AppError('not-found');
    return { status: 200, body: presentPlayer(player) };
  },
});
