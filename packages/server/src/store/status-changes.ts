import { newId } from '../domain/ids.ts';
import { noticeMessage } from '../domain/notice-message.ts';
import {
  type SnoozeColumns,
  type SnoozeTransition,
  shownStatus,
  type Transition,
} from '../domain/ticket-transitions.ts';
import { iso } from '../domain/time.ts';
import type { inbox } from './inbox.ts';
import type { Author } from './messages.ts';
import type { players } from './players.ts';
import type { TicketRow } from './tables.ts';
import type { ticketEvents } from './ticket-events.ts';
import type { TicketToChange, tickets } from './tickets.ts';

interface StatusChange {
  /** Before the change. Lock its player. */
  readonly ticket: TicketToChange;
  readonly transition: Transition;
  /** Null: a job of the server. */
  readonly actor: Author | null;
  readonly now: number;
}

type SnoozeChange = Omit<StatusChange, 'transition'> & { readonly transition: SnoozeTransition };

type SnoozedTicket = SnoozeColumns & Pick<TicketRow, 'player_id' | 'ticket_id'>;

interface Stores {
  readonly inbox: ReturnType<typeof inbox>;
  readonly players: ReturnType<typeof players>;
  readonly ticketEvents: ReturnType<typeof ticketEvents>;
  readonly tickets: ReturnType<typeof tickets>;
}

export function snoozeText({ snooze_until: until, snooze_build: build }: SnoozeColumns): string {
  return until !== null ? `until ${iso(until)}` : build !== null ? `build ${build}` : 'reply';
}

/** Applies the transitions of domain/ticket-transitions.ts. */
export const statusChanges = (stores: Stores) => {
  /** Adds a snooze's end to the history. `actor` null: the server. */
  const addWaking = (ticket: SnoozedTicket, actor: Author | null, now: number) =>
    stores.ticketEvents.add({ ticket, kind: 'snooze', from: snoozeText(ticket), to: null, actor, now });

  /** Adds the inbox message and the entry in the history, if the transition has them. */
  async function addNoticeAndHistory({
    ticket,
    transition,
    actor,
    now,
    inboxAt,
  }: StatusChange & { readonly inboxAt: number }): Promise<void> {
    if (transition.notice !== null) {
      await stores.inbox.add({
        playerId: ticket.player_id,
        messageId: newId('inboxMessage', inboxAt),
        type: 'ticket_status',
        ticketId: ticket.ticket_id,
        ...noticeMessage(transition.notice, ticket),
        at: inboxAt,
      });
    }
    if (transition.isRecorded) {
      const { status: to } = transition.state;
      await stores.ticketEvents.add({
        ticket,
        kind: 'status',
        from: shownStatus(ticket.status),
        to: shownStatus(to),
        actor,
        now,
      });
    }
    if (ticket.status === 'snoozed') await addWaking(ticket, actor, now);
  }

  return {
    addNoticeAndHistory,

    addWaking,

    /** Snoozes a ticket, or changes what it waits for. Lock its player. */
    async snooze({ ticket, transition: { state, snooze }, actor, now }: SnoozeChange): Promise<void> {
      await stores.tickets.setSnooze({ ...ticket, ...state, ...snooze });
      const from = ticket.status === 'snoozed' ? snoozeText(ticket) : null;
      await stores.ticketEvents.add({ ticket, kind: 'snooze', from, to: snoozeText(snooze), actor, now });
    },

    /** Applies a transition without a reply to ticket, player, inbox and history. */
    async apply(change: StatusChange): Promise<void> {
      const { ticket, transition, now } = change;
      const inboxAt = stores.inbox.nextTime(now, ticket.last_inbox_at);
      await stores.tickets.setState({ ...ticket, ...transition.state });
      await stores.players.changeOpenTickets({
        playerId: ticket.player_id,
        by: transition.openTicketsChange,
        inboxAt: transition.notice === null ? null : inboxAt,
      });
      await addNoticeAndHistory({ ...change, inboxAt });
    },
  };
};
