import { hash } from 'node:crypto';
import { fixedId } from '../../domain/ids.ts';
import { MINUTE } from '../../domain/time.ts';
import { type RefusalReason, serializeDetails } from '../../operations/audit-details.ts';
import type { Actor, Origin } from '../../operations/audited.ts';
import type { Store } from '../../store/store.ts';

/** No operation: an entry can stand for requests of several. */
export const REFUSED_REQUEST = 'RefusedRequest';

/** Refusals of one caller, address and reason in this time are one entry, over all nodes. */
const WINDOW_MS = 10 * MINUTE;
/** An entry is final so long after the time of its id: all nodes have stored their counts. */
export const FINAL_AFTER_MS = WINDOW_MS + 5 * MINUTE;
/**
 * From then on, counts go to a new entry: three minutes remain for slow writes and other clocks.
 */
const LATE_AFTER_MS = FINAL_AFTER_MS - 3 * MINUTE;
/** How often a count is stored. The first refusal is stored in the next round. */
const WRITE_INTERVAL_MS = MINUTE;
/** Held by one process. Further refusals are not recorded. */
const MAX_ENTRIES = 1000;
/** Per caller, with own entries. Others are counted without an address. */
const MAX_ADDRESSES = 20;
/** Per transaction. Requests wait for it, so it must be short. */
const BATCH_SIZE = 100;

/** Of a known caller. */
interface Refusal {
  readonly actor: Actor;
  readonly reason: RefusalReason;
  readonly operation: string | undefined;
  readonly origin: Origin;
  readonly now: number;
}

interface Entry extends Refusal {
  readonly id: string;
  readonly window: number;
  unstored: number;
  storedAt: number;
}

/**
 * Counts in memory, so that a flood writes little. A job stores the counts. Unknown keys do not
 * count: everybody can invent them.
 */
export function createRefusedRequests(store: Pick<Store, 'transaction'>) {
  const entries = new Map<string, Entry>();

  const addressesOf = (actorId: string, window: number) =>
    [...entries.values()].filter(
      (one) => one.actor.id === actorId && one.window === window && one.origin.address !== null,
    ).length;

  function find(refusal: Refusal, address: string | null): Entry | undefined {
    const { actor, reason, origin, now } = refusal;
    const window = windowOf(now);
    const key = JSON.stringify([actor.id, reason, address, window]);
    const found = entries.get(key);
    if (found !== undefined) return found;
    if (entries.size >= MAX_ENTRIES) return undefined;
    // A caller that comes from everywhere must not fill the table.
    if (address !== null && addressesOf(actor.id, window) >= MAX_ADDRESSES) return find(refusal, null);
    const id = fixedId('auditEntry', window, hash('sha256', key, 'buffer'));
    const entry = {
      ...refusal,
      origin: { ...origin, address },
      id,
      window,
      unstored: 0,
      storedAt: Number.NEGATIVE_INFINITY,
    };
    entries.set(key, entry);
    return entry;
  }

  return {
    note(refusal: Refusal): void {
      const entry = find(refusal, refusal.origin.address);
      if (entry !== undefined) entry.unstored++;
    },

    /** Stores the counts. If that fails, they wait for the next call. */
    async write(now: number, final = false): Promise<void> {
      // Before its window: the clock was set back.
      const isOver = ({ window }: Entry) => now < window || now >= window + WINDOW_MS;
      const due = [...entries]
        .filter(([, entry]) => entry.unstored > 0)
        .filter(([, entry]) => final || isOver(entry) || Math.abs(now - entry.storedAt) >= WRITE_INTERVAL_MS)
        .map(([, entry]) => ({ entry, id: idAt(entry, now) }))
        // All nodes use the same order, so they never deadlock.
        .sort(({ id: a }, { id: b }) => (a < b ? -1 : 1));
      for (let start = 0; start < due.length; start += BATCH_SIZE) {
        const batch = due
          .slice(start, start + BATCH_SIZE)
          .map(({ entry, id }) => ({ entry, id, count: entry.unstored }));
        await store.transaction(async ({ audit }) => {
          for (const { entry, id, count } of batch) await audit.addOccurrences(rowOf(id, entry, count));
        });
        for (const { entry, count } of batch) {
          entry.unstored -= count;
          entry.storedAt = now;
        }
      }
      for (const [key, entry] of entries) if (entry.unstored === 0 && isOver(entry)) entries.delete(key);
    },
  };
}

export type RefusedRequests = ReturnType<typeof createRefusedRequests>;

const windowOf = (now: number) => Math.floor(now / WINDOW_MS) * WINDOW_MS;

/** Where counts are stored now. A late id follows from the first one, so all nodes use the same. */
function idAt({ id, window }: Entry, now: number): string {
  return now < window + LATE_AFTER_MS ? id : fixedId('auditEntry', windowOf(now), hash('sha256', id, 'buffer'));
}

function rowOf(id: string, { actor, reason, operation, origin, now }: Entry, occurrences: number) {
  return {
    audit_entry_id: id,
    created_at: now,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    action: REFUSED_REQUEST,
    project_id: null,
    target: null,
    details: serializeDetails({ refused: reason, operation }),
    address: origin.address,
    request_id: origin.requestId,
    occurrences,
  };
}
