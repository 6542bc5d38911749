import { MERGE_UNDO_DAYS } from '@player-support/contract/limits';
import { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { undoUntil } from '../../domain/merges.ts';
import { AppError } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import { lockTicket, receiptKeeperOf } from '../../operations/find-ticket.ts';
import { isRepeated } from '../../operations/idempotency.ts';
import { operation } from '../../operations/operation.ts';
import { mergedTicketsOf } from '../../store/merges.ts';
import { ticketDetails } from './ticket-details.ts';

export const unmergeTicket = operation({
  id: 'UnmergeTicket',
  tag: 'Tickets',
  summary: 'Undo the merge of a ticket',
  description: `Possible for ${MERGE_UNDO_DAYS} days. The ticket gets its former status and its own conversation again. The other ticket gets its former status too if nobody wrote in it since and its status did not change. What was written in it since stays there. A ticket that is not merged does not change. A request that repeats an Idempotency-Key gets the ticket as it is now.`,
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/unmerge',
  auth: 'team',
  role: 'agent',
  idempotent: true,
  audited: true,
  needs: ['attachments', 'forms'],
  success: { status: 200, schema: TeamTicketResponse },

  async handle(call, { store, config, live, attachments, forms }) {
    const { caller, params, now } = call;
    const { ticket, into } = await store.transaction(async (tx) => {
      const source = await lockTicket(tx, caller, params.ticketId);
      const { ticket_id: id, player_id: playerId, project_id: projectId, merged_into: into, merged_at: at } = source;
      const path = `/api/v1/team/tickets/${id}/unmerge ${caller.id}`;
      if ((await isRepeated({ call, config, keeper: receiptKeeperOf(source), path }, tx)) || into === null) {
        return { ticket: await ticketDetails(tx, caller, id, { attachments, forms, now }), into: null };
      }
      if (now > undoUntil(at ?? 0)) {
        const detail = `A merge can be undone for ${MERGE_UNDO_DAYS} days.`;
        throw new AppError('merge-refused', { detail });
      }
      const target = await tx.tickets.toChange(playerId, into, null);
      if (target === undefined) throw new AppError('not-found');
      // A later merge began from this merge's state.
      const newest = mergedTicketsOf(target).at(-1);
      if (newest !== id) {
        const detail = `Ticket ${newest} was merged into the same ticket later. Undo that merge first.`;
        throw new AppError('merge-refused', { detail });
      }
      await tx.merges.unmerge({ source, target, actor: caller, now });
      await record(tx, call, { target: id, projectId, details: { ticketIds: [into] } });
      return { ticket: await ticketDetails(tx, caller, id, { attachments, forms, now }), into };
    });
    if (into !== null) for (const id of [ticket.id, into]) live.ticketChanged(ticket.projectId, id);
    return { status: 200, body: ticket };
  },
});
