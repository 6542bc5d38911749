import { MERGE_UNDO_DAYS } from '@player-support/contract/limits';
import { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { undoUntil } from '../../domain/merges.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { mergedTicketsOf } from '../../store/merges.ts';
import { changeOnce } from './change-once.ts';
import { refused } from './merge-ticket.ts';

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

  async handle(call, context) {
    const { caller, now } = call;
    const { response } = await changeOnce(call, context, '/unmerge', undefined, async (tx, source) => {
      const { ticket_id: id, player_id: playerId, merged_into: into, merged_at: at } = source;
      if (into === null) return undefined;
      if (now > undoUntil(at ?? 0)) throw refused(`A merge can be undone for ${MERGE_UNDO_DAYS} days.`);
      const target = await tx.tickets.toChange(playerId, into, null);
      if (target === undefined) throw new AppError('not-found');
      // A later merge began from this merge's state.
      const newest = mergedTicketsOf(target).at(-1);
      if (newest !== id) {
        throw refused(`Ticket ${newest} was merged into the same ticket later. Undo that merge first.`);
      }
      await tx.merges.unmerge({ source, target, actor: caller, now });
      return { ticketIds: [into] };
    });
    return response;
  },
});
