import { AppError } from '../errors.ts';
import { type AuditSubject, record } from '../operations/audited.ts';
import type { Available } from '../operations/context.ts';
import type { Call } from '../operations/operation.ts';
import { installationOf } from '../store/player-reads.ts';
import type { Transaction } from '../store/store.ts';

/** Players could fill the audit log, so only an installation's first 20 entries of a day count. */
export async function recordOfPlayer(
  tx: Pick<Transaction, 'audit'>,
  { operation, caller, now, clock, origin }: Call<'player'>,
  { limits }: Pick<Available, 'limits'>,
  subject: AuditSubject,
): Promise<void> {
  const id = installationOf(caller.session);
  try {
    limits.consume('linkAudit', id);
  } catch (error) {
    if (error instanceof AppError) return;
    throw error;
  }
  await record(tx, { operation, now, clock, origin, caller: { type: 'system', id, name: 'player' } }, subject);
}
