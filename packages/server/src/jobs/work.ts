import { setTimeout as sleep } from 'node:timers/promises';
import type { Transition } from '../domain/ticket-transitions.ts';
import type { Context } from '../operations/context.ts';
import type { TicketToChange } from '../store/tickets.ts';

/** What jobs get. */
export interface Work extends Pick<Context, 'store' | 'live' | 'clock' | 'elapsed'> {
  /** Rows read at once, or deleted in a transaction: few, because players' requests wait. */
  readonly limit: number;
  readonly stopping: () => boolean;
}

/**
 * A long job pauses this multiple of its transaction: players' requests get about 95 % of the time.
 */
const PAUSES = 19;
const MAX_PAUSE_MS = 5000;

/** Ends early if the job has to stop. */
export async function pauseAfter(milliseconds: number, signal: AbortSignal): Promise<void> {
  const pause = Math.min(MAX_PAUSE_MS, PAUSES * milliseconds);
  await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
}

/** Transactions that lock the players of several tickets use this order: no deadlock. */
export const inLockOrder = <Ticket extends Pick<TicketToChange, 'ticket_id'>>(tickets: readonly Ticket[]): Ticket[] =>
  tickets.toSorted((a, b) => (a.ticket_id < b.ticket_id ? -1 : 1));

/** Tickets per transaction. Each takes about 0.2 ms on SQLite. */
const TICKETS = 25;

/**
 * Changes tickets, found without a lock, to what `transitionOf` says of them under their lock.
 * Returns how many changed. Undefined: another node runs this job.
 */
export async function changeDue<Due extends Pick<TicketToChange, 'player_id' | 'ticket_id'>>(
  { store, live, now }: Pick<Work, 'store' | 'live'> & { readonly now: number },
  job: string,
  due: readonly Due[],
  transitionOf: (ticket: TicketToChange, found: Due) => Transition | undefined,
): Promise<number | undefined> {
  if (due.length === 0) return 0;
  const inOrder = inLockOrder(due);
  let count = 0;
  for (let from = 0; from < inOrder.length; from += TICKETS) {
    const changed = await store.transaction(async (tx) => {
      if (!(await tx.tryLock(job))) return undefined;
      const tickets: TicketToChange[] = [];
      for (const found of inOrder.slice(from, from + TICKETS)) {
        await tx.players.lockOnly(found.player_id);
        const ticket = await tx.tickets.toChange(found.player_id, found.ticket_id, null);
        const transition = ticket && transitionOf(ticket, found);
        if (ticket === undefined || transition === undefined) continue;
        await tx.statusChanges.apply({ ticket, transition, actor: null, now });
        tickets.push(ticket);
      }
      return tickets;
    });
    if (changed === undefined) return undefined;
    for (const { project_id, ticket_id } of changed) live.ticketChanged(project_id, ticket_id);
    count += changed.length;
  }
  return count;
}
