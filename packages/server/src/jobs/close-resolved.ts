import { afterAutoClose } from '../domain/ticket-transitions.ts';
import { changeDue, type Work } from './work.ts';

type ClosingWork = Pick<Work, 'store' | 'live' | 'limit'> & { readonly now: number };

/** Resolved for the project's `autoCloseDays`. Returns how many were due, at most `limit`. */
export async function closeResolved({ store, live, now, limit }: ClosingWork): Promise<number> {
  const due = await store.tickets.dueForClosing({ now, limit });
  const closed = await changeDue({ store, live, now }, 'close-resolved', due, (ticket, { resolved_at }) =>
    ticket.resolved_at === resolved_at ? afterAutoClose(ticket, now) : undefined,
  );
  return closed === undefined ? 0 : due.length;
}
