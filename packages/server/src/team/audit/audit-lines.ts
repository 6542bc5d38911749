import { fixedId } from '../../domain/ids.ts';
import { HOUR } from '../../domain/time.ts';
import type { Store } from '../../store/store.ts';
import { presentAuditEntry } from './present-audit-entry.ts';

/** A page of the longest entries has about a megabyte. */
const PAGE_ROWS = 100;
/** How far entries can be from the order of time, such as after a clock was set. */
const TOLERANCE_MS = HOUR;

export interface AuditPeriod {
  /** Inclusive, exclusive. Default: all entries. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * JSON lines, oldest first, read page by page, so that memory does not grow with the log. `isOver`:
 * nobody takes more lines. `read` runs each read of a page.
 */
export async function* auditLines(
  { audit }: Pick<Store, 'audit'>,
  { from = 0, to = Number.POSITIVE_INFINITY }: AuditPeriod,
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
