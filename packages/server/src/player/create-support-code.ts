import { SupportCodeResponse } from '@player-support/contract/player-extensions';
import { operation } from '../operations/operation.ts';
import { addSupportCode } from '../operations/support-codes.ts';
import { withToken } from '../operations/with-token.ts';

export const createSupportCode = operation({
  id: 'CreateSupportCode',
  tag: 'Identity',
  summary: 'Get a support code',
  description:
    'For a player without an account. The player enters the code on another installation. Then the tickets and inbox messages of this one move there. It works once, for one hour. A player gets three in 24 hours. A blocked player gets none.',
  method: 'POST',
  url: '/api/v1/player/support-code',
  auth: 'player',
  limits: ['supportCode'],
  success: { status: 200, schema: SupportCodeResponse },
  failures: [409],

  async handle({ caller, now }, { store }) {
    const { session, project } = caller;
    const body = await store.transaction(async (tx) => {
      const player = await withToken(tx, session, await tx.players.lock(session.player_id));
      return addSupportCode(tx, { player, salt: project.identity_salt, now });
    });
    return { status: 200, body };
  },
});
