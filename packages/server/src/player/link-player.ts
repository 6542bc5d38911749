import { LinkRequest, LinkResponse } from '@player-support/contract/player-extensions';
import { playerOfAccount } from '../domain/tokens.ts';
import { AppError } from '../errors.ts';
import { countNewPlayer } from '../limits/flood-limits.ts';
import { linkInstallation } from '../operations/accounts.ts';
import { operation } from '../operations/operation.ts';
import { installationOf } from '../store/player-reads.ts';
import { newToken } from './new-token.ts';
import { recordOfPlayer } from './record-of-player.ts';

export const linkPlayer = operation({
  id: 'LinkPlayer',
  tag: 'Identity',
  summary: 'Link this installation to an account',
  description:
    'The backend of the game says who the player is. The account gets the tickets and inbox messages of the installation, and all installations of the account have the same. The token in the response replaces the one of the request. If the installation was linked to another account, that link ends. Its tickets stay with that account. A new account counts as a new player.',
  method: 'POST',
  url: '/api/v1/player/link',
  auth: 'player',
  limits: ['link'],
  addressLimit: 'linkAddress',
  body: LinkRequest,
  audited: true,
  needs: ['identityTokens', 'limits', 'tokenTags'],
  success: { status: 200, schema: LinkResponse },
  failures: [403, 409],

  async handle(call, context) {
    const { caller, body, now } = call;
    const { store, identityTokens, limits, live } = context;
    const { project_id: projectId, identity_salt: salt } = caller.project;
    const identity = await store.projectIdentities.byId(projectId);
    if (identity === undefined) throw new AppError('identity-not-set-up');
    const verified = await identityTokens(body.identityToken, identity, now);
    const installationId = installationOf(caller.session);
    const accountId = playerOfAccount(salt, verified.subject);
    const { response, stored } = await newToken(accountId, context, now);
    const isNew = (await store.players.byId(accountId)) === undefined;
    const newPlayer = { project: caller.project, address: call.client().address, now };
    const refund = isNew ? countNewPlayer(limits, newPlayer) : () => {};
    const linked = store.transaction(async (tx) => {
      const link = { session: caller.session, accountId, projectId, ...verified, ...stored, now };
      const moved = await linkInstallation(tx, link);
      if (moved === undefined) return 0;
      const subject = { target: accountId, projectId, details: { installationId, tickets: moved } };
      await recordOfPlayer(tx, call, context, subject);
      return moved;
    });
    const tickets = await linked.catch((error) => {
      refund();
      throw error;
    });
    if (tickets > 0) live.ticketChanged(projectId, null);
    return { status: 200, body: response };
  },
});
