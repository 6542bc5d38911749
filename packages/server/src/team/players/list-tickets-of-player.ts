import { PlayerTicketsResponse } from '@player-support/contract/team/players';
import { operation } from '../../operations/operation.ts';
import { presentTicket } from '../tickets/present-ticket.ts';
import { findPlayer } from './find-player.ts';

export const listTicketsOfPlayer = operation({
  id: 'ListTicketsOfPlayer',
  summary: "List a player's tickets",
  description: 'Latest activity first.',
  method: 'GET',
  url: '/api/v1/team/players/:playerId/tickets',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: PlayerTicketsResponse },

  async handle({ caller, params }, { store }) {
    const { player_id } = await findPlayer(store, caller, params.playerId);
    return { status: 200, body: { tickets: (await store.queue.ofPlayer(player_id)).map(presentTicket) } };
  },
});
