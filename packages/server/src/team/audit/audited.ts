import { newId } from '../../domain/ids.ts';
import type { Store, Transaction } from '../../store/store.ts';
import type { AuditEntryRow } from '../../store/tables.ts';
import { type AuditDetails, storedDetails } from './audit-details.ts';

/** Who did it. */
export interface Actor {
  readonly type: AuditEntryRow['actor_type'];
  readonly id: string;
  readonly name: string;
}

/** What an entry needs to know of a call. */
export interface Act {
  readonly operation: string;
  readonly now: number;
  readonly caller: Actor;
}

/** What was done to what. */
export interface AuditSubject {
  readonly target?: string;
  readonly projectId?: string;
  readonly details?: AuditDetails;
}

/** Writes one entry of the audit log, in the transaction that does what it tells. */
export function record(
  tx: Pick<Transaction, 'audit'>,
  { operation, now, caller }: Act,
  { target, projectId, details = {} }: AuditSubject,
): Promise<number> {
  return tx.audit.add({
    audit_entry_id: newId('auditEntry', now),
    created_at: now,
    actor_type: caller.type,
    actor_id: caller.id,
    actor_name: caller.name,
    action: operation,
    project_id: projectId ?? null,
    target: target ?? null,
    details: storedDetails(details),
  });
}

/**
 * Runs what a member or a key does in one transaction with its entry in the audit log: neither is ever there without the
 * other. `work` gives its result and what it did it to.
 */
export function audited<T>(
  call: Act,
  store: Store,
  work: (tx: Transaction) => Promise<readonly [result: T, subject: AuditSubject]>,
): Promise<T> {
  return store.transaction(async (tx) => {
    const [result, subject] = await work(tx);
    await record(tx, call, subject);
    return result;
  });
}
