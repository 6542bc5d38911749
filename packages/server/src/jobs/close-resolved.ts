import { afterAutoClose } from '../domain/ticket-transitions.ts';
import type { TicketRow } from '../store/tables.ts';
import type { Work } from './work.ts';

type ClosingWork = Pick<Work, 'store' | 'live' | 'limit'> & { readonly now: number };

/** Resolved for the project's `autoCloseDays`. Returns how many were due, at most `limit`. */
export async function closeResolved({ store, live, now, limit }: ClosingWork): Promise<number> {
  const due = await store.tickets.dueForClosing({ now, limit });
  // Transactions that lock several players use this order: no deadlock.
  due.sort((a, b) => (a.ticket_id < b.ticket_id ? -1 : 1));
  if (due.length === 0) return 0;
  const closed = await store.transaction(async (tx) => {
    // Only one node runs this job at a time.
    if (!(await tx.tryLock('close-resolved'))) return undefined;
    const tickets: TicketRow[] = [];
    for (const { player_id, ticket_id, resolved_at } of due) {
      await tx.players.lock(player_id);
      const ticket = await tx.tickets.toChange(player_id, ticket_id, null);
      // It may have changed since it was read without a lock.
      if (ticket?.resolved_at !== resolved_at) continue;
      await tx.statusChanges.apply({ ticket, transition: afterAutoClose(ticket, now), actor: null, now });
      tickets.push(ticket);
    }
    return tickets;
  });
  if (closed === undefined) return 0;
  for (const { project_id, ticket_id } of closed) live.ticketChanged(project_id, ticket_id);
  return due.length;
}
