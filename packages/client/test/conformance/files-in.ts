import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../src/file-store.ts';

/** A file is complete when it has its name. */
export function filesIn(folder: string): FileStore {
  const fileOf = (key: string) => path.join(folder, 'files', encodeURIComponent(key));
  const newFileOf = (key: string) => `${fileOf(key)}.new`;
  return {
    async get(key) {
      try {
        return new Blob([await readFile(fileOf(key))]);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async set(key, blob) {
      await mkdir(path.join(folder, 'files'), { recursive: true });
      const beside = newFileOf(key);
      const file = await open(beside, 'w', 0o600);
      try {
        await file.writeFile(await blob.bytes());
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, fileOf(key));
    },
    async remove(key) {
      for (const file of [newFileOf(key), fileOf(key)]) await rm(file, { force: true });
    },
  };
}
