import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HOUR, MINUTE } from '../domain/time.ts';
import { deleteParts, fileKey } from '../files/file-keys.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Store } from '../store/store.ts';

/** When a file is deleted again, after that failed. */
const RETRY_MS = MINUTE;

interface PruneOptions {
  readonly store: Store;
  readonly files: FileStore;
  readonly now: number;
  /** Files in one transaction. */
  readonly limit: number;
  readonly stopping: () => boolean;
}

/**
 * Deletes files that got no message in time, that were not received completely, or whose data was
 * deleted. First the row says so, then the file goes, then the row. So no message ever refers to a
 * file that is gone, and after a crash the next run continues.
 */
export async function pruneAttachments({ store, files, now, limit, stopping }: PruneOptions): Promise<void> {
  // First check without a transaction, so that an idle server writes nothing.
  while (!stopping() && (await store.attachments.anyExpired(now))) {
    const expired = await store.transaction(async (tx) => {
      if (!(await tx.tryLock('prune-attachments'))) return [];
      const discarded = [];
      for (const row of await tx.attachments.expired(now, limit)) {
        const { player_id, attachment_id, state } = row;
        // It may have got a message, or moved to another player, since it was read.
        const isGone = state === 'deleted' || (await tx.attachments.discard(player_id, attachment_id, now));
        if (isGone) discarded.push(row);
      }
      return discarded;
    });
    if (expired.length === 0) break;
    for (const row of expired) {
      try {
        await deleteParts(files, row);
        await files.delete(fileKey(row));
      } catch (error) {
        // One file must not keep the others.
        await store.attachments.removeLater(row.player_id, row.attachment_id, now + RETRY_MS);
        throw error;
      }
      await store.attachments.remove(row.player_id, row.attachment_id);
    }
  }
}

/** Deletes the parts of complete files, which a node that was killed could not delete. */
export async function pruneParts({ store, files }: Pick<PruneOptions, 'store' | 'files'>): Promise<void> {
  for await (const rows of store.uploads.withParts()) {
    for (const row of rows) {
      if (row.state !== 'ready') continue;
      await deleteParts(files, row);
      await store.uploads.forgetParts(row.player_id, row.attachment_id);
    }
  }
}

/** How old an incomplete file is before it is deleted. An upload has far less time. */
const SCRATCH_MS = 2 * HOUR;

/**
 * Deletes incomplete files of a server that was killed, and old sums of projects. Files have the
 * time of the system, not that of the injected clock.
 */
export async function cleanScratch(
  { store, files, now }: Pick<PruneOptions, 'store' | 'files' | 'now'>,
  systemNow = Date.now(),
): Promise<void> {
  await store.attachments.forgetUsage(now);
  for (const name of await readdir(files.scratch)) {
    const file = path.join(files.scratch, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && systemNow - found.mtimeMs > SCRATCH_MS) await rm(file, { force: true });
  }
}
