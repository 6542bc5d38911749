import { fixedId, shiftId } from '../../domain/ids.ts';
import type { Store } from '../../store/store.ts';
import type { AuditEntryRow } from '../../store/tables.ts';
import { FINAL_AFTER_MS, REFUSED_REQUEST } from './refused-requests.ts';

/**
 * Returns an entry's position in the order of sending: by the time after which it is final. That is
 * the order of ids, except that counts of refused requests grow for a while.
 */
export function positionOf({ audit_entry_id: id, action }: Pick<AuditEntryRow, 'audit_entry_id' | 'action'>): string {
  return action === REFUSED_REQUEST ? shiftId(id, FINAL_AFTER_MS) : id;
}

/** Returns the position before all that are final at a time or later. */
export const positionOfTime = (time: number) => fixedId('auditEntry', time, new Uint8Array(14));

/** Reads entries after one position, up to another, in the order of sending. */
export async function entriesBetween(
  { audit }: Pick<Store, 'audit'>,
  { after, to, limit }: { readonly after: string; readonly to: string; readonly limit: number },
): Promise<AuditEntryRow[]> {
  const others = await audit.exceptAction(REFUSED_REQUEST, { after, to, limit });
  const refused = await audit.ofAction(REFUSED_REQUEST, {
    after: shiftId(after, -FINAL_AFTER_MS),
    to: shiftId(to, -FINAL_AFTER_MS),
    limit,
  });
  return [...others, ...refused].sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1)).slice(0, limit);
}
