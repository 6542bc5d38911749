import { SetPresenceRequest } from '@player-support/contract/team/events';
import { hasRole } from '../../domain/access.ts';
import { findVisibleTicket } from '../../operations/find-ticket.ts';
import { operation } from '../../operations/operation.ts';

// Not in the audit log, because presence is not stored.
export const setPresence = operation({
  id: 'SetPresence',
  tag: 'Live updates',
  summary: 'Report what you do with a ticket',
  description:
    'Members who can see the ticket see who has it open. Send this every 15 seconds. After 40 seconds without a request, the server assumes that you left. You are present in at most five tickets: those of your newest requests.',
  method: 'POST',
  url: '/api/v1/team/presence',
  auth: 'member',
  role: 'viewer',
  storesNothing: true,
  body: SetPresenceRequest,
  needs: ['limits'],
  success: { status: 204 },
  failures: [404],

  async handle({ caller, body }, { live, limits, store }) {
    limits.consumeByCaller('presence', caller);
    const { ticketId, state } = body;
    const { project_id: projectId } = await findVisibleTicket(store, caller, ticketId);
    const { id: memberId, name } = caller;
    const canAnswer = hasRole(caller, 'agent');
    live.presenceChanged({ memberId, name, projectId, ticketId, state, canAnswer });
    return { status: 204 };
  },
});
