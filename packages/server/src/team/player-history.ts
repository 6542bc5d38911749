import { InstallationsResponse, PlayerTicketsResponse } from '@player-support/contract/team';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { findPlayer } from './find.ts';
import { presentPlayer, presentTicket } from './present.ts';

export const listTicketsOfPlayer = operation({
  id: 'ListTicketsOfPlayer',
  summary: "A player's tickets, the newest activity first",
  method: 'GET',
  url: '/api/v1/team/players/:playerId/tickets',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: PlayerTicketsResponse },
  failures: problems(401, 404, 429),

  async handle({ caller, params }, { store }) {
    const { player_id } = await findPlayer(store, caller, params.playerId);
    return { status: 200, body: { tickets: (await store.queue.ofPlayer(player_id)).map(presentTicket) } };
  },
});

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
