import { afterCloseForNewTicket, ticketsToClose } from '../domain/ticket-transitions.ts';
import type { Transaction } from '../store/store.ts';

interface TicketOwner {
  readonly playerId: string;
  /** The number of open tickets, without the new one. */
  readonly openTickets: number;
  readonly now: number;
}

/**
 * If a player has too many open tickets, closes those that have waited for nobody for the longest
 * time. Returns how many it closed. Undefined: there is no room for a new ticket.
 */
export async function makeRoomForTicket(
  { players, tickets }: Pick<Transaction, 'players' | 'tickets'>,
  { playerId, openTickets, now }: TicketOwner,
): Promise<number | undefined> {
  const count = ticketsToClose(openTickets);
  if (count === 0) return 0;
  const { state, openTicketsChange } = afterCloseForNewTicket(now);
  const closed = await tickets.closeLongestIdle({ playerId, count, state });
  if (closed < count) return undefined;
  await players.changeOpenTickets({ playerId, by: closed * openTicketsChange, inboxAt: null });
  return closed;
}
