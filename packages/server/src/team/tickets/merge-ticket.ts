import { MAX_MERGED_TICKETS, MERGE_UNDO_DAYS } from '@player-support/contract/limits';
import { MergeTicketRequest, TeamTicketResponse } from '@player-support/contract/team/tickets';
import type { Config } from '../../config/config.ts';
import { playerOfTicket } from '../../domain/ids.ts';
import { afterWake } from '../../domain/ticket-transitions.ts';
import { AppError, invalid, ticketMerged } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { allMessages, mergedTicketsOf } from '../../store/merges.ts';
import type { Author } from '../../store/messages.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketRow } from '../../store/tables.ts';
import type { TicketToChange } from '../../store/tickets.ts';
import { changeOnce } from './change-once.ts';

export const mergeTicket = operation({
  id: 'MergeTicket',
  tag: 'Tickets',
  summary: 'Merge a ticket into another one',
  description: `Both tickets must be of the same player. The merged ticket is closed and no longer listed for the player. Its messages appear in the other ticket, which gets whichever of the two statuses comes first in \`open\`, \`pending\`, \`resolved\`, \`closed\`. A snooze of either ends. The player gets a notice. UnmergeTicket undoes the merge for ${MERGE_UNDO_DAYS} days. A ticket that has merged tickets cannot be merged. At most ${MAX_MERGED_TICKETS} tickets can be merged into one. A request that repeats an Idempotency-Key gets the ticket as it is now.`,
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/merge',
  auth: 'team',
  role: 'agent',
  body: MergeTicketRequest,
  idempotent: true,
  audited: true,
  needs: ['attachments', 'forms'],
  success: { status: 200, schema: TeamTicketResponse },

  async handle(call, context) {
    const { body, caller, now } = call;
    const { into } = body;
    const { response } = await changeOnce(call, context, '/merge', undefined, async (tx, ticket) => {
      if (ticket.merged_into === into) return undefined;
      const other = await findTarget(tx, ticket, into);
      requireMergeable(ticket, other, context.config);
      const source = await awakened(tx, ticket, caller, now);
      const target = await awakened(tx, other, caller, now);
      await tx.merges.merge({ source, target, actor: caller, now });
      return { ticketIds: [into] };
    });
    return response;
  },
});

/** Ends a snooze: there is something new to read. */
async function awakened(tx: Transaction, ticket: TicketToChange, actor: Author, now: number): Promise<TicketToChange> {
  if (ticket.status !== 'snoozed') return ticket;
  const transition = afterWake(ticket, now);
  await tx.statusChanges.apply({ ticket, transition, actor, now });
  return { ...ticket, ...transition.state };
}

/** Another ticket of the same, locked player. Throws AppError `validation`. */
async function findTarget({ tickets }: Transaction, source: TicketRow, into: string): Promise<TicketToChange> {
  const isOther = into !== source.ticket_id && playerOfTicket(into) !== undefined;
  const target = isOther ? await tickets.toChange(source.player_id, into, 'ticket-merged') : undefined;
  if (target === undefined) throw invalid('into', 'wrong-merge-target');
  return target;
}

/** Merged tickets are no targets, so there are no chains. */
function requireMergeable(source: TicketRow, target: TicketRow, { messagesPerTicket }: Config): void {
  if (source.merged_into !== null) throw ticketMerged(source.merged_into);
  if (target.status === 'held') throw refused('The ticket that you chose is held. Release it first.');
  if (target.merged_into !== null) {
    throw refused('The ticket that you chose is itself merged into another one. Choose that one.');
  }
  if (source.merged_tickets !== null) {
    throw refused('Others are merged into this ticket. Merge the other ticket into this one instead.');
  }
  if (mergedTicketsOf(target).length >= MAX_MERGED_TICKETS) {
    throw refused(`At most ${MAX_MERGED_TICKETS} tickets can be merged into one.`);
  }
  // The merge itself is a message too.
  if (allMessages(target) + source.message_count >= messagesPerTicket) {
    throw refused(`Together they would have more than ${messagesPerTicket} messages and notes.`);
  }
}

export const refused = (detail: string) => new AppError('merge-refused', { detail });
