import { TeamTicketResponse, UpdateTicketRequest } from '@player-support/contract/team/tickets';
import { normalizeTags } from '../../domain/tags.ts';
import { invalid, ticketMerged } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { changeOnce } from './change-once.ts';
import { changeTicket } from './change-ticket.ts';
import { isDone, requestedSnooze, snoozeDetail } from './requested-snooze.ts';

export const updateTicket = operation({
  id: 'UpdateTicket',
  tag: 'Tickets',
  summary: 'Update a ticket',
  description:
    'Absent fields do not change. A request with a `status` also ends a snooze. The player gets an inbox message when the ticket becomes resolved or closed. A request that repeats an Idempotency-Key gets the ticket as it is now.',
  method: 'PATCH',
  url: '/api/v1/team/tickets/:ticketId',
  auth: 'team',
  role: 'agent',
  body: UpdateTicketRequest,
  idempotent: true,
  audited: true,
  needs: ['attachments', 'forms'],
  success: { status: 200, schema: TeamTicketResponse },

  async handle(call, context) {
    const { body, now } = call;
    const { status, assigneeId, priority, tags: sent, knownIssueId } = body;
    const values = { status, assigneeId, priority, tags: sent && normalizeTags(sent), knownIssueId };
    const snooze = requestedSnooze(body, now);
    const { response, isChanged } = await changeOnce(call, context, '', status, async (tx, ticket) => {
      if (ticket.merged_into !== null) throw ticketMerged(ticket.merged_into);
      if (snooze && isDone(ticket)) throw invalid('snooze', 'snooze-refused');
      const isChanged = await changeTicket(tx, call, ticket, { ...values, snooze }, 'tags');
      return isChanged ? { ...values, snooze: snoozeDetail(snooze) } : undefined;
    });
    // Its number of tickets.
    if (isChanged && knownIssueId !== undefined) context.live.settingsChanged('known-issues');
    return response;
  },
});
