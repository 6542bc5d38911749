import type { Logger } from 'pino';
import type { Scanner } from '../attachments/clamav.ts';
import { FairTurns } from '../domain/fair-turns.ts';
import { HOUR, latestTime, SECOND } from '../domain/time.ts';
import { fileKey } from '../files/file-keys.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Context } from '../operations/context.ts';
import type { AttachmentRow } from '../store/tables.ts';

/** Taken by a node at once, scanned one after the other: files, and bytes of more than one. */
const BATCH = 10;
const BATCH_BYTES = 20_000_000;
/** After a failure, before the next scan. */
const RETRY_MS = 30 * SECOND;
const MAX_RETRY_MS = HOUR;

interface ScanOptions extends Pick<Context, 'store' | 'clock' | 'live'> {
  readonly files: FileStore;
  readonly scanner: Scanner;
  readonly timeoutMs: number;
  readonly logger: Pick<Logger, 'error'>;
  readonly stopping: AbortSignal;
}

/**
 * Has new files scanned: until then, nobody can read them. Of malware, only the name stays.
 * Projects and players take turns.
 */
export function createScans({ store, files, scanner, timeoutMs, clock, logger, live, stopping }: ScanOptions) {
  const turns = new FairTurns();
  /** Other nodes leave a file to the node that took it. */
  const leaseMs = BATCH * timeoutMs + RETRY_MS;

  async function scanAll(): Promise<void> {
    while (!stopping.aborted) {
      const now = clock();
      const due = { now, latest: latestTime(now, Math.max(MAX_RETRY_MS, leaseMs)) };
      // No transaction: an idle server writes nothing.
      if (!(await store.attachments.anyToScan(due))) return;
      const taken = await store.transaction(async (tx) => {
        if (!(await tx.tryLock('scan-attachments'))) return [];
        const next = turns.next(await tx.attachments.toScan(due), BATCH, BATCH_BYTES);
        return tx.attachments.takeForScan(next, { ...due, until: now + leaseMs });
      });
      if (taken.length === 0) return;
      // A file that cannot be scanned must not keep the others.
      const failures: unknown[] = [];
      for (const file of taken) {
        if (stopping.aborted) break;
        await scan(file).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures.at(-1);
    }
  }

  async function scan(row: AttachmentRow): Promise<void> {
    const file = await files.open(fileKey(row));
    // The job has deleted it.
    if (file === undefined) return;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
    const verdict = await scanner.scan(file.stream, signal).catch(async (error) => {
      await store.attachments.scanAgain(row, retryAt(row, error, clock()));
      throw error;
    });
    const scanned = await store.attachments.setScan(row, verdict);
    // It moved to another player, and is scanned again there.
    if (scanned === undefined) return;
    if (verdict === 'infected') await files.delete(fileKey(row));
    if (scanned.ticket_id !== null) live.ticketChanged(scanned.project_id, scanned.ticket_id);
  }

  return async (): Promise<void> => {
    try {
      await scanAll();
    } catch (error) {
      if (!stopping.aborted) logger.error({ err: error }, 'a file was not scanned; it is scanned again');
    }
  };
}

/** Soon if the scanner is away. A file at which it fails waits twice as long each time. */
function retryAt({ created_at }: AttachmentRow, error: NodeJS.ErrnoException, now: number): number {
  const isAway = error.syscall === 'connect' || error.syscall === 'getaddrinfo';
  return now + (isAway ? RETRY_MS : Math.min(Math.max(now - created_at, RETRY_MS), MAX_RETRY_MS));
}
