import { PlayerTicketsResponse } from '@player-support/contract/team/players';
import { operation } from '../../operations/operation.ts';
import { findProject } from '../../operations/visible-projects.ts';
import { findPlayer } from '../players/find-player.ts';
import { presentTicket } from './present-ticket.ts';

export const listTicketsOfPlayer = operation({
  id: 'ListTicketsOfPlayer',
  tag: 'Players',
  summary: "List a player's tickets",
  description: 'Latest activity first.',
  method: 'GET',
  url: '/api/v1/team/players/:playerId/tickets',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: PlayerTicketsResponse },

  async handle({ caller, params }, { store }) {
    const { player_id, project_id } = await findPlayer(store, caller, params.playerId);
    const project = await findProject(store, caller, project_id);
    const tickets = (await store.queue.ofPlayer(player_id)).map((row) => presentTicket(row, [project]));
    return { status: 200, body: { tickets } };
  },
});
