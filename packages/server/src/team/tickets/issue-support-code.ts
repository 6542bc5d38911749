import { IssuedSupportCode } from '@player-support/contract/team/identity';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { findVisibleTicket } from '../../operations/find-ticket.ts';
import { operation } from '../../operations/operation.ts';
import { addSupportCode } from '../../operations/support-codes.ts';
import { findProject } from '../../operations/visible-projects.ts';

export const issueSupportCode = operation({
  id: 'IssueSupportCode',
  tag: 'Tickets',
  summary: 'Issue a support code for the player of a ticket',
  description:
    'For a player who lost the old device and has no account. The person who enters the code in the game within one hour gets the tickets and inbox messages of this player, so be sure who asks for it. It cancels earlier codes of the player. Agents can issue three for a player in 24 hours. 409 if the player has an account or is blocked.',
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/support-code',
  auth: 'team',
  role: 'agent',
  audited: true,
  success: { status: 200, schema: IssuedSupportCode },
  failures: [409],

  async handle(call, { store }) {
    const { caller, params, now } = call;
    const body = await audited(call, store, async (tx) => {
      const ticket = await findVisibleTicket(tx, caller, params.ticketId);
      const project = await findProject(tx, caller, ticket.project_id);
      const { player_id: playerId, ticket_id: target, project_id: projectId } = ticket;
      const player = await tx.players.lock(playerId);
      if (player === undefined) throw new AppError('not-found');
      const code = await addSupportCode(tx, { player, issuerId: caller.id, salt: project.identity_salt, now });
      return [code, { target, projectId, details: { installationId: playerId } }];
    });
    return { status: 200, body };
  },
});
