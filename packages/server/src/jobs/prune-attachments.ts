import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HOUR, MINUTE } from '../domain/time.ts';
import { deleteParts, fileKey } from '../files/file-keys.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Work } from './work.ts';

/** After a failed deletion. */
const RETRY_MS = MINUTE;

type PruneOptions = Pick<Work, 'store' | 'limit' | 'stopping'> & { readonly files: FileStore; readonly now: number };

/**
 * Files without a message, incomplete or deleted: first the row says so, then the file goes, then
 * the row. So no message names a missing file.
 */
export async function pruneAttachments({ store, files, now, limit, stopping }: PruneOptions): Promise<void> {
  // No transaction: an idle server writes nothing.
  while (!stopping() && (await store.attachments.anyExpired(now))) {
    const expired = await store.transaction(async (tx) => {
      if (!(await tx.tryLock('prune-attachments'))) return [];
      const rows = await tx.attachments.expired(now, limit);
      // Since it was read, a file may have got a message or moved to another player.
      const discarded = await tx.attachments.discard(rows, now);
      return rows.filter((row) => row.state === 'deleted' || discarded.includes(row));
    });
    if (expired.length === 0) break;
    for (const row of expired) {
      try {
        await deleteParts(files, row);
        await files.delete(fileKey(row));
      } catch (error) {
        // One file must not keep the others.
        await store.attachments.removeLater(row, now + RETRY_MS);
        throw error;
      }
      await store.attachments.remove(row);
    }
  }
}

/** Deletes the parts of complete files, left by a killed node. */
export async function pruneParts({ store, files }: Pick<PruneOptions, 'store' | 'files'>): Promise<void> {
  for await (const rows of store.uploads.withParts()) {
    for (const row of rows) {
      if (row.state !== 'ready') continue;
      await deleteParts(files, row);
      await store.uploads.forgetParts(row);
    }
  }
}

/** The age at which an incomplete file is deleted. An upload has far less time. */
const SCRATCH_MS = 2 * HOUR;

/** Files of a killed server. They have the system's time, not the injected clock's. */
export async function cleanScratch(files: Pick<FileStore, 'scratch'>, systemNow = Date.now()): Promise<void> {
  for (const name of await readdir(files.scratch)) {
    const file = path.join(files.scratch, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && systemNow - found.mtimeMs > SCRATCH_MS) await rm(file, { force: true });
  }
}
