import { fixedId } from '../../domain/ids.ts';
import { HOUR } from '../../domain/time.ts';
import type { Store } from '../../store/store.ts';
import { presentAuditEntry } from './present-audit-entry.ts';

/** Small enough that a page of the longest entries has about a megabyte. */
const PAGE_ROWS = 100;
/** How much the time in an id may differ from that of its entry, such as after a clock was set. */
const ID_TOLERANCE_MS = HOUR;
/** The last time that an id can have. */
const MAX_TIME = 2 ** 48 - 1;

export interface AuditPeriod {
  /** The first time, and the first one after the period. Default: all entries. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * The entries of the audit log as JSON lines, oldest first: a few lines at a time. The next page is
 * read when it is asked for, so the memory does not depend on the size of the log.
 *
 * @param read runs each read of a page
 */
export async function* auditLines(
  { audit }: Pick<Store, 'audit'>,
  { from = 0, to = MAX_TIME }: AuditPeriod,
  read: <T>(page: () => Promise<T>) => Promise<T> = (page) => page(),
): AsyncGenerator<string, void, void> {
  const idAt = (time: number) => {
    const within = Math.min(Math.max(time, 0), MAX_TIME);
    return fixedId('auditEntry', within, new Uint8Array(14));
  };
  const until = idAt(to + ID_TOLERANCE_MS);
  let after = idAt(from - ID_TOLERANCE_MS);
  for (;;) {
    const at = after;
    const rows = await read(() => audit.page({ after: at, until, from, to, limit: PAGE_ROWS }));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => `${JSON.stringify(presentAuditEntry(row))}\n`).join('');
    after = last.audit_entry_id;
  }
}
