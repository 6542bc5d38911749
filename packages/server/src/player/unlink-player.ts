import { LinkResponse } from '@player-support/contract/player-extensions';
import { sameHash } from '../domain/tokens.ts';
import { unlinkInstallation } from '../operations/accounts.ts';
import { operation } from '../operations/operation.ts';
import { tokenRefused } from '../operations/unauthorized.ts';
import { installationOf } from '../store/player-reads.ts';
import { newToken } from './new-token.ts';
import { recordOfPlayer } from './record-of-player.ts';

export const unlinkPlayer = operation({
  id: 'UnlinkPlayer',
  tag: 'Identity',
  summary: 'End the link of this installation',
  description:
    'The installation has an empty player of its own again. What was written stays with the account. The token in the response replaces the one of the request. If the installation is not linked, only the token changes.',
  method: 'DELETE',
  url: '/api/v1/player/link',
  auth: 'player',
  limits: ['link'],
  addressLimit: 'linkAddress',
  needs: ['limits', 'tokenTags'],
  success: { status: 200, schema: LinkResponse },

  async handle(call, context) {
    const { caller, now } = call;
    const { player_id: accountId, token_hash: formerHash } = caller.session;
    const installationId = installationOf(caller.session);
    const { response, stored } = await newToken(installationId, context, now);
    if (installationId === accountId) {
      const replaced = await context.store.players.replaceToken(formerHash, { player_id: installationId, ...stored });
      // Since the check, it was linked or got another token.
      if (!replaced) throw tokenRefused();
      return { status: 200, body: response };
    }
    await context.store.transaction(async (tx) => {
      const unlinked = await unlinkInstallation(tx, { installationId, accountId, ...stored });
      // Since the check, it was unlinked or got another token.
      if (unlinked === undefined || !sameHash(unlinked.link.token_hash, formerHash)) throw tokenRefused();
      const { project_id: projectId } = caller.project;
      await recordOfPlayer(tx, call, context, { target: accountId, projectId, details: { installationId } });
    });
    return { status: 200, body: response };
  },
});
