import { afterCloseForNewTicket, ticketsToClose } from '../domain/ticket-transitions.ts';
import type { Transaction } from '../store/store.ts';

/**
 * Closes the open tickets that waited for nobody the longest, if there are too many without the new
 * one. Returns how many. Undefined: no room.
 */
export async function makeRoomForTicket(
  { players, tickets }: Pick<Transaction, 'players' | 'tickets'>,
  { playerId, openTickets, now }: { readonly playerId: string; readonly openTickets: number; readonly now: number },
): Promise<number | undefined> {
  const count = ticketsToClose(openTickets);
  if (count === 0) return 0;
  const { state, openTicketsChange } = afterCloseForNewTicket(now);
  const closed = await tickets.closeLongestIdle({ playerId, count, ...state });
  if (closed < count) return undefined;
  await players.changeOpenTickets({ playerId, by: closed * openTicketsChange, inboxAt: null });
  return closed;
}
