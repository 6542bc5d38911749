import { newId } from '../domain/ids.ts';
import type { Store, Transaction } from '../store/store.ts';
import type { AuditEntryRow, MemberRow } from '../store/tables.ts';
import { type AuditDetails, serializeDetails } from './audit-details.ts';

/** Who did something. */
export interface Actor {
  readonly type: AuditEntryRow['actor_type'];
  readonly id: string;
  readonly name: string;
}

/** Where a request came from, as far as it is recorded. */
export interface Origin {
  /** As LOG_ADDRESSES says. Null: not recorded. */
  readonly address: string | null;
  readonly requestId: string | null;
}

/** The origin of what no request has asked for, such as a command. */
export const noOrigin = (): Origin => ({ address: null, requestId: null });

/** The actor of a sign-in of somebody who is no member. */
export const NOBODY: Actor = { type: 'system', id: 'nobody', name: 'nobody' };

/** A member as the actor of what it does. */
export function actorOf({ member_id, name }: Pick<MemberRow, 'member_id' | 'name'>): Actor {
  return { type: 'member', id: member_id, name };
}

/** The parts of a call that an entry needs. */
export interface AuditedCall {
  readonly operation: string;
  /** When the request was authenticated. */
  readonly now: number;
  /** The present. The entry has it in its id. */
  readonly clock: () => number;
  readonly caller: Actor;
  readonly origin: () => Origin;
}

/** What was changed, and how. */
export interface AuditSubject {
  readonly target?: string;
  readonly projectId?: string;
  readonly details?: AuditDetails;
}

/** Adds an entry to the audit log. Use the transaction that makes the change. */
export function record(
  tx: Pick<Transaction, 'audit'>,
  { operation, now, clock, caller, origin }: AuditedCall,
  { target, projectId, details = {} }: AuditSubject,
): Promise<void> {
  const { address, requestId } = origin();
  return tx.audit.add({
    // Reading a body or a hundred tickets takes time. The id must not be much older than the
    // commit: a reader that follows the order of ids would miss the entry.
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

/**
 * Makes a change in one transaction together with its entry in the audit log. `work` returns its
 * result, and the subject of the entry. Without a subject there is no entry: nothing changed.
 */
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
