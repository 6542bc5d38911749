import { statfs } from 'node:fs/promises';
import { FilesUnavailableError } from './file-store.ts';

/** `minFreeBytes` must stay free besides. Throws FilesUnavailableError. */
export async function requireDiskSpace(folder: string, bytes: number, minFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder).catch((error) => {
    throw new FilesUnavailableError(error);
  });
  if (bavail * bsize < minFreeBytes + bytes) throw new FilesUnavailableError('too little disk space');
}
