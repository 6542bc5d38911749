import { newId } from '../domain/ids.ts';
import type { TeamCaller } from '../http/authenticate.ts';
import type { Call } from '../http/operation.ts';
import type { Store, Transaction } from '../store/store.ts';

/** What was done to what; `details` never holds a text, an address or a secret. */
export interface AuditSubject {
  readonly target?: string;
  readonly projectId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes one entry of the audit log, in the transaction that does what it tells. */
export function record(
  tx: Pick<Transaction, 'audit'>,
  { operation, now, caller }: Pick<Call, 'operation' | 'now'> & { readonly caller: TeamCaller },
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
    details: JSON.stringify(details),
  });
}

/**
 * Runs what a member or a key does in one transaction with its entry in the audit log: neither is ever there without the
 * other. `work` gives its result and what it did it to.
 */
export function audited<T>(
  call: Pick<Call, 'operation' | 'now'> & { readonly caller: TeamCaller },
  store: Store,
  work: (tx: Transaction) => Promise<readonly [result: T, subject: AuditSubject]>,
): Promise<T> {
  return store.transaction(async (tx) => {
    const [result, subject] = await work(tx);
    await record(tx, call, subject);
    return result;
  });
}
