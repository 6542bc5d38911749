import { TeamTicketResponse, UpdateTicketRequest } from '@player-support/contract/team/tickets';
import { normalizeTags } from '../../domain/tags.ts';
import { ticketMerged } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import { lockTicket, receiptKeeperOf } from '../../operations/find-ticket.ts';
import { isRepeated } from '../../operations/idempotency.ts';
import { operation } from '../../operations/operation.ts';
import { changeTicket } from './change-ticket.ts';
import { isDone, requestedSnooze, snoozeDetail, snoozeRefused } from './requested-snooze.ts';
import { ticketDetails } from './ticket-details.ts';
import { updatePath } from './update-path.ts';

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

  async handle(call, { store, config, live, attachments, forms }) {
    const { body, caller, params, now } = call;
    const { status, assigneeId, priority, tags: sent, knownIssueId } = body;
    const values = { status, assigneeId, priority, tags: sent && normalizeTags(sent), knownIssueId };
    const snooze = requestedSnooze(body, now);
    const details = { ...values, snooze: snoozeDetail(snooze) };
    const { ticket, changed } = await store.transaction(async (tx) => {
      const row = await lockTicket(tx, caller, params.ticketId, status);
      const { ticket_id: target, project_id: projectId } = row;
      const path = updatePath(target, caller);
      if (await isRepeated({ call, config, keeper: receiptKeeperOf(row), path }, tx)) {
        return { ticket: await ticketDetails(tx, caller, target, { attachments, forms, now }), changed: false };
      }
      if (row.merged_into !== null) throw ticketMerged(row.merged_into);
      if (snooze && isDone(row)) throw snoozeRefused();
      const change = { ticket: row, actor: caller, values: { ...values, snooze }, now, tagsField: 'tags' };
      const changed = await changeTicket(tx, change);
      if (changed) await record(tx, call, { target, projectId, details });
      return { ticket: await ticketDetails(tx, caller, target, { attachments, forms, now }), changed };
    });
    if (changed) live.ticketChanged(ticket.projectId, ticket.id);
    // Its number of tickets.
    if (changed && knownIssueId !== undefined) live.settingsChanged('known-issues');
    return { status: 200, body: ticket };
  },
});
