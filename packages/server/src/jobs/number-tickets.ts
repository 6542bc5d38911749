import { inLockOrder, pauseAfter, type Work } from './work.ts';

/** Numbers tickets of versions without numbers, the oldest first. */
export async function numberTickets({ store, limit, stopping }: Work, signal: AbortSignal): Promise<void> {
  while (!stopping()) {
    const found = await store.ticketNumbers.unnumbered(limit);
    if (found.length === 0) return;
    const began = performance.now();
    const isDone = await store.transaction(async (tx) => {
      if (!(await tx.tryLock('ticket-numbers'))) return false;
      for (const { player_id } of inLockOrder(found)) await tx.players.lockOnly(player_id);
      await tx.ticketNumbers.number(found);
      return true;
    });
    // Another node does it.
    if (!isDone) return;
    await pauseAfter(performance.now() - began, signal);
  }
}
