import { MENTION_DAYS, MOVE_UNDO_DAYS, SEEN_DAYS } from '@player-support/contract/limits';
import type { Config } from '../config/config.ts';
import { DAY } from '../domain/time.ts';
import type { Work } from './work.ts';

interface PruneOptions extends Pick<Work, 'store' | 'limit' | 'stopping'> {
  readonly config: Pick<Config, 'idempotencyDays' | 'auditDays'>;
  readonly now: number;
}

/** For deliveries that have ended. */
const DELIVERY_DAYS = 7;

/** Deletes what is old or expired. */
export async function prune({ store, config, now, limit, stopping }: PruneOptions): Promise<void> {
  // With a lock's name, so that one node at a time deletes them.
  const expired = [
    ['idempotency', 'prune-receipts', now - config.idempotencyDays * DAY],
    ['memberSessions', 'prune-sessions', now],
    ['knownBrowsers', 'prune-browsers', now],
    ['usedChallenges', 'prune-challenges', now],
    ['supportCodes', 'prune-support-codes', now - DAY],
    ['recordedMoves', 'prune-moves', now - MOVE_UNDO_DAYS * DAY],
    ['seenTickets', 'prune-seen-tickets', now - SEEN_DAYS * DAY],
    ['invitations', 'prune-invitations', now],
    ['audit', 'prune-audit', now - config.auditDays * DAY],
    ['deliveries', 'prune-deliveries', now - DELIVERY_DAYS * DAY],
    ['mentions', 'prune-mentions', now - MENTION_DAYS * DAY],
  ] as const;
  for (const [rows, lock, before] of expired) {
    // No transaction: an idle server writes nothing.
    while (!stopping() && (await store[rows].anyExpired(before))) {
      const isLocked = await store.transaction(async (tx) => {
        const locked = await tx.tryLock(lock);
        if (locked) await tx[rows].prune(before, limit);
        return locked;
      });
      if (!isLocked) break;
    }
  }
}
