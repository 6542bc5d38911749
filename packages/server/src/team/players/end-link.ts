import { EndedLinkResponse } from '@player-support/contract/team/identity';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { returnMoved, unlinkInstallation } from '../../player/accounts.ts';
import { audited } from '../audit/audited.ts';
import { findPlayer } from './find-player.ts';

export const endLink = operation({
  id: 'EndLink',
  summary: 'Undo the link of an installation to an account',
  description:
    'For a link that was wrong, or a device that was lost. The installation loses its token and its access to the account. The tickets and inbox messages that came with the link go back to it, unless somebody wrote in the ticket since. Everything else stays with the account.',
  method: 'DELETE',
  url: '/api/v1/team/players/:playerId/links/:installationId',
  auth: 'team',
  role: 'admin',
  success: { status: 200, schema: EndedLinkResponse },

  async handle(call, { store, live }) {
    const { caller, params } = call;
    const { installationId } = params;
    const { tickets, projectId } = await audited(call, store, async (tx) => {
      const { player_id: accountId, project_id: projectId } = await findPlayer(tx, caller, params.playerId);
      const none = { tokenHash: '', tokenExpiresAt: 0 };
      const unlinked = await unlinkInstallation(tx, { installationId, accountId, ...none });
      if (unlinked === undefined) throw new AppError('not-found');
      const tickets = await returnMoved(tx, unlinked);
      return [
        { tickets, projectId },
        { target: accountId, projectId, details: { installationId, tickets } },
      ];
    });
    live.ticketChanged(projectId, null);
    return { status: 200, body: { tickets } };
  },
});
