import { SupportCodeResponse } from '@player-support/contract/player-extensions';
import { operation } from '../operations/operation.ts';
import { addSupportCode } from './support-codes.ts';

export const createSupportCode = operation({
  id: 'CreateSupportCode',
  summary: 'Get a support code',
  description:
    "For a player without an account. Entered on another installation, it moves this installation's tickets and inbox messages there. It works once, for one hour. A player gets three in 24 hours.",
  method: 'POST',
  url: '/api/v1/player/support-code',
  auth: 'player',
  limits: ['supportCode'],
  success: { status: 200, schema: SupportCodeResponse },
  failures: [409],

  async handle({ caller, now }, { store }) {
    const { session, project } = caller;
    const request = { playerId: session.player_id, salt: project.identity_salt, now };
    return { status: 200, body: await store.transaction((tx) => addSupportCode(tx, request)) };
  },
});
