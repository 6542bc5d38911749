import type { Config } from '../config.ts';
import { DAY } from '../domain/time.ts';
import type { Store, Transaction } from '../store/store.ts';

/** A kind of rows that are deleted when they are too old. */
interface Prunable {
  /** The name of a lock, so that only one node deletes them at a time. */
  readonly lock: string;
  any(store: Store): Promise<boolean>;
  prune(tx: Transaction, limit: number): Promise<number>;
}

function prunables(
  { idempotencyDays, auditDays }: Pick<Config, 'idempotencyDays' | 'auditDays'>,
  now: number,
): Prunable[] {
  const receipts = now - idempotencyDays * DAY;
  const entries = now - auditDays * DAY;
  return [
    {
      lock: 'prune-receipts',
      any: ({ idempotency }) => idempotency.anyOlder(receipts),
      prune: ({ idempotency }, limit) => idempotency.prune(receipts, limit),
    },
    {
      lock: 'prune-sessions',
      any: ({ memberSessions }) => memberSessions.anyExpired(now),
      prune: ({ memberSessions }, limit) => memberSessions.prune(now, limit),
    },
    {
      lock: 'prune-invitations',
      any: ({ invitations }) => invitations.anyExpired(now),
      prune: ({ invitations }, limit) => invitations.prune(now, limit),
    },
    {
      lock: 'prune-audit',
      any: ({ audit }) => audit.anyOlder(entries),
      prune: ({ audit }, limit) => audit.prune(entries, limit),
    },
  ];
}

interface PruneOptions {
  readonly store: Store;
  readonly config: Pick<Config, 'idempotencyDays' | 'auditDays'>;
  readonly now: number;
  /** Rows in one transaction. */
  readonly limit: number;
  readonly stopping: () => boolean;
}

/** Deletes old idempotency receipts and audit entries, and expired sessions and invitations. */
export async function prune({ store, config, now, limit, stopping }: PruneOptions): Promise<void> {
  for (const { lock, any, prune } of prunables(config, now)) {
    // First check without a transaction, so that an idle server writes nothing.
    while (!stopping() && (await any(store))) {
      const isLocked = await store.transaction(async (tx) => {
        const locked = await tx.tryLock(lock);
        if (locked) await prune(tx, limit);
        return locked;
      });
      if (!isLocked) break;
    }
  }
}
