import { DAY } from '../domain/time.ts';
import type { Store } from '../store/store.ts';

/**
 * Closes resolved tickets that had no reply for their project's autoCloseDays, so many at most, and says how many it
 * found. Silent: the player is not told.
 */
export async function closeResolved(store: Store, now: number, limit: number): Promise<number> {
  const due = await store.tickets.dueForClosing(now, DAY, limit);
  if (due.length === 0) return 0;
  return store.transaction(async (tx) => {
    // Of many nodes one does it, until it ends or dies.
    if (!(await tx.tryLock('close-resolved'))) return 0;
    for (const { player_id, ticket_id, resolved_at } of due) {
      await tx.players.lock(player_id);
      const ticket = await tx.tickets.byId(player_id, ticket_id);
      // Replied to in the meantime, and perhaps resolved anew.
      if (ticket?.resolved_at !== resolved_at) continue;
      await tx.players.notified(player_id, await tx.tickets.setStatus(ticket, 'closed', now), null);
    }
    return due.length;
  });
}
