import type { AuditEntryResponse } from '@player-support/contract/team/audit';
import { fixedId } from '../../domain/ids.ts';
import { HOUR, iso } from '../../domain/time.ts';
import type { Store } from '../../store/store.ts';
import type { AuditEntryRow } from '../../store/tables.ts';

/** A page of the longest entries has about a megabyte. */
const PAGE_ROWS = 100;
/** Ids can be so far from the order of time, as after a clock was set. */
const TOLERANCE_MS = HOUR;

export function presentAuditEntry(row: AuditEntryRow): AuditEntryResponse {
  return {
    id: row.audit_entry_id,
    at: iso(row.created_at),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    projectId: row.project_id,
    target: row.target,
    address: row.address,
    requestId: row.request_id,
    occurrences: row.occurrences,
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}

/**
 * JSON lines, oldest first, read page by page. `to` is exclusive. `isOver`: nobody takes more.
 * `read` runs each read of a page.
 */
export async function* auditLines(
  { audit }: Pick<Store, 'audit'>,
  { from = 0, to = Number.POSITIVE_INFINITY }: { readonly from?: number | undefined; readonly to?: number | undefined },
  isOver: () => boolean = () => false,
  read: <T>(page: () => Promise<T>) => Promise<T> = (page) => page(),
): AsyncGenerator<string, void, void> {
  // Ids sort by time, so this leaves out only older entries.
  let last = fixedId('auditEntry', Math.max(0, from - TOLERANCE_MS), new Uint8Array(14));
  while (!isOver()) {
    const id = last;
    const rows = await read(() => audit.after(id, PAGE_ROWS));
    if (rows.every(({ created_at }) => created_at >= to + TOLERANCE_MS)) return;
    const lines = rows
      .filter(({ created_at }) => created_at >= from && created_at < to)
      .map((row) => `${JSON.stringify(presentAuditEntry(row))}\n`);
    if (lines.length > 0) yield lines.join('');
    last = rows.at(-1)?.audit_entry_id ?? last;
  }
}
