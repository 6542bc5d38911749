import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type FileRow, hasFile } from '../store/attachments.ts';
import { fileKey } from './file-keys.ts';
import { type FileStore, FilesUnavailableError } from './file-store.ts';

const AT_ONCE = 8;

export interface CopiedFiles {
  copied: number;
  /** The target already had them. */
  same: number;
  /** Not copied: missing in the source, or with another size. */
  missing: number;
}

/**
 * Copies through a local file. Skips files that are there, so an interrupted copy can go on. Throws
 * FilesUnavailableError.
 */
export async function copyFiles(
  pages: AsyncIterable<readonly FileRow[]>,
  from: FileStore,
  to: FileStore,
  report: (files: CopiedFiles) => void = () => {},
): Promise<CopiedFiles> {
  const files: CopiedFiles = { copied: 0, same: 0, missing: 0 };
  for await (const rows of pages) {
    const ready = rows.filter(hasFile);
    for (let start = 0; start < ready.length; start += AT_ONCE) {
      const copies = ready.slice(start, start + AT_ONCE).map((row) => copyFile(row, from, to));
      for (const result of await Promise.allSettled(copies)) {
        if (result.status === 'rejected') throw result.reason;
        files[result.value]++;
      }
      report(files);
    }
  }
  return files;
}

async function copyFile(row: FileRow, from: FileStore, to: FileStore): Promise<keyof CopiedFiles> {
  const key = fileKey(row);
  if ((await to.size(key)) === row.size) return 'same';
  const local = path.join(to.scratch, `${row.attachment_id}.copy`);
  try {
    // A killed copy may have left it.
    await rm(local, { force: true });
    if (!(await from.save(key, local)) || (await stat(local)).size !== row.size) return 'missing';
    await to.put(key, local);
    return 'copied';
  } catch (error) {
    throw error instanceof FilesUnavailableError ? error : new FilesUnavailableError(error);
  } finally {
    await rm(local, { force: true }).catch(() => {});
  }
}
