import { ReturnedTicketsResponse } from '@player-support/contract/team/identity';
import { AppError } from '../../errors.ts';
import { lockPlayers } from '../../operations/accounts.ts';
import { record } from '../../operations/audited.ts';
import { returnMoved } from '../../operations/moves.ts';
import { operation } from '../../operations/operation.ts';
import { findPlayer } from './find-player.ts';

export const returnTickets = operation({
  id: 'ReturnTickets',
  tag: 'Players',
  summary: 'Give an installation back what came from it',
  description:
    'For a link that was wrong and has ended, or a support code that the wrong person used. What came from the installation in the last 30 days goes back to it, or to the account that it is linked to now. A ticket in which somebody wrote since stays, because what the player wrote there must not become visible to others. 404 if nothing is known to have come from the installation.',
  method: 'POST',
  url: '/api/v1/team/players/:playerId/links/:installationId/return',
  auth: 'team',
  role: 'admin',
  audited: true,
  success: { status: 200, schema: ReturnedTicketsResponse },
  failures: [409],

  async handle(call, { store, live }) {
    const { caller, params } = call;
    const { installationId } = params;
    const { tickets, projectId } = await store.transaction(async (tx) => {
      const { player_id: playerId, project_id: projectId } = await findPlayer(tx, caller, params.playerId);
      const installation = await tx.players.byId(installationId);
      if (installation === undefined) throw new AppError('not-found');
      const ownerId = installation.account_id ?? installationId;
      if (ownerId === playerId) throw new AppError('still-linked');
      const locked = await lockPlayers(tx, [playerId, installationId, ownerId]);
      const [from, to] = [locked.get(playerId), locked.get(ownerId)];
      const isStillThere = (locked.get(installationId)?.account_id ?? installationId) === ownerId;
      if (from?.account_id !== null || to === undefined || !isStillThere) {
        throw new AppError('unavailable', { headers: { 'retry-after': '1' } });
      }
      const tickets = await returnMoved(tx, { from, to, installationId });
      if (tickets === undefined) throw new AppError('not-found');
      await record(tx, call, { target: playerId, projectId, details: { installationId, tickets } });
      return { tickets, projectId };
    });
    live.ticketChanged(projectId, null);
    return { status: 200, body: { tickets } };
  },
});
