import { SetPresenceRequest } from '@player-support/contract/team/events';
import { mayEnter } from '../../domain/access.ts';
import { playerOfTicket } from '../../domain/ids.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { problems } from '../../operations/problem-schemas.ts';

// Not in the audit log: it changes nothing that is kept.
export const setPresence = operation({
  id: 'SetPresence',
  summary: 'Report what you do with a ticket',
  description:
    'Members who can see the ticket see who has it open. Report again every 15 seconds; after 40 seconds without a report the server assumes that you left.',
  method: 'POST',
  url: '/api/v1/team/presence',
  auth: 'member',
  role: 'viewer',
  body: SetPresenceRequest,
  success: { status: 204 },
  failures: problems(400, 401, 403, 404, 429),

  async handle({ caller, body, now }, { live, limits, store }) {
    limits.consume('presence', caller.id, now);
    const { ticketId, state } = body;
    const playerId = playerOfTicket(ticketId);
    const ticket = playerId === undefined ? undefined : await store.tickets.byId(playerId, ticketId);
    if (ticket === undefined || !mayEnter(caller, ticket.project_id)) throw new AppError('not-found');
    live.presenceChanged({ memberId: caller.id, name: caller.name, projectId: ticket.project_id, ticketId, state });
    return { status: 204 };
  },
});
