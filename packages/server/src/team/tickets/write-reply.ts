import { newId } from '../../domain/ids.ts';
import { afterTeamReply, type ReplyStatus } from '../../domain/ticket-transitions.ts';
import type { Author } from '../../store/messages.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketToChange } from '../../store/tickets.ts';

interface TeamReply {
  /** Read with the notice of `status`. Its player must be locked. */
  readonly ticket: TicketToChange;
  readonly author: Author;
  readonly messageId: string;
  readonly message: string;
  readonly status: ReplyStatus;
  readonly now: number;
}

/** Adds the team's reply to a ticket, with counters, status, inbox message and history. */
export async function writeReply(
  tx: Pick<Transaction, 'players' | 'tickets' | 'inbox' | 'statusChanges'>,
  { ticket, author, messageId, message, status, now }: TeamReply,
): Promise<void> {
  const { player_id: playerId, ticket_id: ticketId } = ticket;
  const transition = afterTeamReply(ticket, status, now);
  const { state, openTicketsChange } = transition;
  const inboxAt = tx.inbox.nextTime(now, ticket.last_inbox_at);
  await tx.players.recordTeamReply({ playerId, openTicketsChange, now, inboxAt });
  const created_at = Math.max(now, ticket.last_message_at ?? now);
  const reply = { player_id: playerId, ticket_id: ticketId, message_id: messageId, message, created_at };
  await tx.tickets.addTeamReply(reply, author, state);
  await tx.inbox.add({
    playerId,
    messageId: newId('inboxMessage', inboxAt),
    type: 'ticket_reply',
    ticketId,
    title: ticket.subject,
    body: message,
    at: inboxAt,
  });
  await tx.statusChanges.addNoticeAndHistory({ ticket, transition, actor: author, now, inboxAt });
}
