import { newId } from '../domain/ids.ts';
import type { Store, Transaction } from '../store/store.ts';
import type { AuditEntryRow, MemberRow } from '../store/tables.ts';
import { type AuditDetails, serializeDetails } from './audit-details.ts';

export interface Actor {
  readonly type: AuditEntryRow['actor_type'];
  readonly id: string;
  readonly name: string;
}

/** Where a request came from, as far as the audit log records it. */
export interface Origin {
  /** As LOG_ADDRESSES says. Null: not recorded. */
  readonly address: string | null;
  readonly requestId: string | null;
}

/** Returns the origin without a request, such as for a command. */
export const noOrigin = (): Origin => ({ address: null, requestId: null });

/** Of a sign-in by a stranger. */
export const NOBODY: Actor = { type: 'system', id: 'nobody', name: 'nobody' };

export function actorOf({ member_id, name }: Pick<MemberRow, 'member_id' | 'name'>): Actor {
  return { type: 'member', id: member_id, name };
}

export interface AuditedCall {
  readonly operation: string;
  /** When the request was authenticated. */
  readonly now: number;
  /** The present, for the entry's id. */
  readonly clock: () => number;
  readonly caller: Actor;
  readonly origin: () => Origin;
}

export interface AuditSubject {
  readonly target?: string;
  readonly projectId?: string | null | undefined;
  readonly details?: AuditDetails;
}

/** Use the transaction that makes the change. */
export function record(
  tx: Pick<Transaction, 'audit'>,
  { operation, now, clock, caller, origin }: AuditedCall,
  { target, projectId, details = {} }: AuditSubject,
): Promise<void> {
  const { address, requestId } = origin();
  return tx.audit.add({
    // Bodies or a hundred tickets take time. With an id much older than the commit, readers in id
    // order would miss the entry.
    audit_entry_id: newId('auditEntry', clock()),
    created_at: now,
    actor_type: caller.type,
    actor_id: caller.id,
    actor_name: caller.name,
    action: operation,
    project_id: projectId ?? null,
    target: target ?? null,
    details: serializeDetails(details),
    address,
    request_id: requestId,
    occurrences: null,
  });
}

/** Makes a change and its audit entry in one transaction. No subject: nothing changed, no entry. */
export function audited<T>(
  call: AuditedCall,
  store: Store,
  work: (tx: Transaction) => Promise<readonly [result: T, subject: AuditSubject | undefined]>,
): Promise<T> {
  return store.transaction(async (tx) => {
    const [result, subject] = await work(tx);
    if (subject !== undefined) await record(tx, call, subject);
    return result;
  });
}
