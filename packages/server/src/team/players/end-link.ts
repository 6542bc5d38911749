import { EndLinkQuery, ReturnedTicketsResponse } from '@player-support/contract/team/identity';
import { AppError } from '../../errors.ts';
import { NO_TOKEN, unlinkInstallation } from '../../operations/accounts.ts';
import { record } from '../../operations/audited.ts';
import { returnMoved } from '../../operations/moves.ts';
import { operation } from '../../operations/operation.ts';
import { findPlayer } from './find-player.ts';

export const endLink = operation({
  id: 'EndLink',
  tag: 'Players',
  summary: 'End the link of an installation to an account',
  description:
    'The installation loses its token and its access to the account. For a device that was lost, everything stays with the account. For a link that was wrong, `returnTickets` gives the installation back what came from it, like ReturnTickets.',
  method: 'DELETE',
  url: '/api/v1/team/players/:playerId/links/:installationId',
  auth: 'team',
  role: 'admin',
  query: EndLinkQuery,
  audited: true,
  success: { status: 200, schema: ReturnedTicketsResponse },

  async handle(call, { store, live }) {
    const { caller, params, query } = call;
    const { installationId } = params;
    const { tickets, projectId } = await store.transaction(async (tx) => {
      const { player_id: accountId, project_id: projectId } = await findPlayer(tx, caller, params.playerId);
      const unlinked = await unlinkInstallation(tx, { installationId, accountId, ...NO_TOKEN });
      if (unlinked === undefined) throw new AppError('not-found');
      const { account: from, installation: to } = unlinked;
      const isMistake = query.returnTickets === 'true';
      const tickets = (isMistake ? await returnMoved(tx, { from, to, installationId }) : undefined) ?? 0;
      await record(tx, call, { target: accountId, projectId, details: { installationId, tickets } });
      return { tickets, projectId };
    });
    live.ticketChanged(projectId, null);
    return { status: 200, body: { tickets } };
  },
});
