import { newId } from '../domain/ids.ts';
import type { Transition } from '../domain/ticket-life.ts';
import type { Executor } from './database.ts';
import { inbox } from './inbox.ts';
import type { Author } from './messages.ts';
import { players } from './players.ts';
import type { TicketRow } from './tables.ts';
import { ticketEvents } from './ticket-events.ts';
import { tickets } from './tickets.ts';

interface StatusChange {
  /** The ticket as it was before. Its player is locked. */
  readonly ticket: TicketRow;
  readonly transition: Transition;
  /** Who changes the status; null: the server, by a job. */
  readonly actor: Author | null;
  readonly now: number;
}

/** Applies what domain/ticket-life.ts decides. */
export const statusChanges = (db: Executor) => {
  const stores = { inbox: inbox(db), players: players(db), ticketEvents: ticketEvents(db), tickets: tickets(db) };

  /** Adds the inbox message and the entry in the ticket's history, if the transition has them. */
  async function report({ ticket, transition, actor, now }: StatusChange): Promise<void> {
    if (transition.notice !== null) {
      await stores.inbox.add({
        playerId: ticket.player_id,
        messageId: newId('inboxMessage', now),
        type: 'ticket_status',
        ticketId: ticket.ticket_id,
        title: ticket.subject,
        body: transition.notice,
        now,
      });
    }
    if (transition.isRecorded) {
      const { status: to } = transition.state;
      await stores.ticketEvents.add({ ticket, kind: 'status', from: ticket.status, to, actor, now });
    }
  }

  return {
    report,

    /** Applies a transition that no reply comes with: to the ticket, its player, inbox and history. */
    async apply(change: StatusChange): Promise<void> {
      const { ticket, transition, now } = change;
      const { player_id: playerId, ticket_id: ticketId } = ticket;
      await stores.tickets.setState({ playerId, ticketId, state: transition.state });
      await stores.players.changeOpenTickets({
        playerId,
        by: transition.openTicketsChange,
        inboxAt: transition.notice === null ? null : now,
      });
      await report(change);
    },
  };
};
