import { type AuditSubject, noOrigin, record } from '../operations/audited.ts';
import type { Store, Transaction } from '../store/store.ts';

const OPERATOR = { type: 'system', id: 'cli', name: 'command line' } as const;

interface OperatorChange<T> {
  readonly result: T;
  /** For the audit log. Undefined: nothing changed. */
  readonly subject: AuditSubject | undefined;
}

export function asOperator<T>(
  store: Store,
  operation: string,
  change: (tx: Transaction, now: number) => Promise<OperatorChange<T>>,
): Promise<T> {
  const now = Date.now();
  return store.transaction(async (tx) => {
    const { result, subject } = await change(tx, now);
    const call = { operation, now, clock: Date.now, caller: OPERATOR, origin: noOrigin };
    if (subject !== undefined) await record(tx, call, subject);
    return result;
  });
}
