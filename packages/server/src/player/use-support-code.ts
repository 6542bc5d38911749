import { UseSupportCodeRequest, UseSupportCodeResponse } from '@player-support/contract/player-extensions';
import { hashSupportCode, parseSupportCode } from '../domain/support-code.ts';
import { AppError } from '../errors.ts';
import { lockPlayers } from '../operations/accounts.ts';
import { mayStillWrite } from '../operations/may-still-write.ts';
import { moveEverything } from '../operations/moves.ts';
import { operation } from '../operations/operation.ts';
import { withToken } from '../operations/with-token.ts';
import { recordOfPlayer } from './record-of-player.ts';

export const useSupportCode = operation({
  id: 'UseSupportCode',
  tag: 'Identity',
  summary: 'Enter a support code of another installation',
  description:
    'This installation gets the tickets and inbox messages of the installation that the code is for. A player can enter five codes in an hour. The other codes of the old installation are revoked.',
  method: 'POST',
  url: '/api/v1/player/support-code/use',
  auth: 'player',
  limits: ['supportCodeTry'],
  addressLimit: 'supportCodeAddress',
  body: UseSupportCodeRequest,
  audited: true,
  needs: ['limits'],
  success: { status: 200, schema: UseSupportCodeResponse },
  failures: [409],

  async handle(call, context) {
    const { store, live } = context;
    const { caller, body, now } = call;
    const { session, project } = caller;
    const { project_id: projectId } = project;
    const code = parseSupportCode(body.code);
    if (code === undefined) throw new AppError('support-code-refused');
    const codeHash = hashSupportCode(project.identity_salt, code);
    const tickets = await store.transaction(async (tx) => {
      const valid = await tx.supportCodes.valid(codeHash, now);
      if (valid === undefined || valid.player_id === session.player_id) throw new AppError('support-code-refused');
      const { player_id: fromId, created_by: issuerId } = valid;
      if (issuerId !== null && !(await mayStillWrite(tx, issuerId, projectId, now))) {
        throw new AppError('support-code-refused');
      }
      const locked = await lockPlayers(tx, [fromId, session.player_id]);
      const from = locked.get(fromId);
      const to = await withToken(tx, session, locked.get(session.player_id));
      const isUsable = from?.account_id === null && (await tx.supportCodes.use(codeHash, now));
      if (!isUsable) throw new AppError('support-code-refused');
      if (from.blocked !== 0) {
        throw new AppError('player-blocked', { detail: 'The support team blocked the player who got this code.' });
      }
      await tx.supportCodes.cancel(fromId, now);
      const moved = await moveEverything(tx, { from, to, kind: 'code', now });
      const details = { installationId: fromId, tickets: moved };
      await recordOfPlayer(tx, call, context, { target: to.player_id, projectId, details });
      return moved;
    });
    if (tickets > 0) live.ticketChanged(projectId, null);
    return { status: 200, body: { tickets } };
  },
});
