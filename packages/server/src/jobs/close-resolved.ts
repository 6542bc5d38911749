import { newId } from '../domain/ids.ts';
import { DAY } from '../domain/time.ts';
import type { Live } from '../live/live.ts';
import type { Store } from '../store/store.ts';
import type { TicketRow } from '../store/tables.ts';

/**
 * Closes resolved tickets that had no reply for their project's autoCloseDays, so many at most, and says how many it
 * found. Silent: the player is not told.
 */
export async function closeResolved(store: Store, live: Live, now: number, limit: number): Promise<number> {
  const due = await store.tickets.dueForClosing(now, DAY, limit);
  // In the order in which all who lock several players do so.
  due.sort((a, b) => (a.ticket_id < b.ticket_id ? -1 : 1));
  if (due.length === 0) return 0;
  const closed = await store.transaction(async (tx) => {
    // Of many nodes one does it, until it ends or dies.
    if (!(await tx.tryLock('close-resolved'))) return undefined;
    const tickets: TicketRow[] = [];
    for (const { player_id, ticket_id, resolved_at } of due) {
      await tx.players.lock(player_id);
      const ticket = await tx.tickets.byId(player_id, ticket_id);
      // Replied to in the meantime, and perhaps resolved anew.
      if (ticket?.resolved_at !== resolved_at) continue;
      await tx.players.notified(player_id, await tx.tickets.setStatus(ticket, 'closed', now), null);
      await tx.ticketEvents.add({
        player_id,
        ticket_id,
        event_id: newId('ticketEvent', now),
        kind: 'status',
        from_value: 'resolved',
        to_value: 'closed',
        actor_id: null,
        actor_name: null,
        created_at: now,
      });
      tickets.push(ticket);
    }
    return tickets;
  });
  if (closed === undefined) return 0;
  for (const { project_id, ticket_id } of closed) live.ticketChanged(project_id, ticket_id);
  return due.length;
}
