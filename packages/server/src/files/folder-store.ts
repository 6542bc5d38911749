import fs from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { createPrivateFolder } from '../store/sqlite/file-modes.ts';
import { syncDirectory } from '../store/sqlite/sync.ts';
import { type FileStore, FilesUnavailableError, type ListedFile, requireKey } from './file-store.ts';

/** The folder of incomplete files. No key has such a name, so no stored file is in it. */
const SCRATCH = '.incomplete';
const FOLDER_MODE = 0o700;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * A store in a folder. Its disk must keep some room, because the database may be on it too.
 *
 * @param minFreeBytes what must stay free
 */
export function folderStore(folder: string, minFreeBytes: number): FileStore {
  const root = path.resolve(folder);
  const scratch = path.join(root, SCRATCH);
  fs.mkdirSync(path.dirname(root), { recursive: true });
  createPrivateFolder(root);
  createPrivateFolder(scratch);
  const fileOf = (key: string) => path.join(root, ...requireKey(key).split('/'));

  /** Creates the folder of a file, and syncs each folder that got an entry. */
  async function createFolder(target: string): Promise<void> {
    const first = await mkdir(target, { recursive: true, mode: FOLDER_MODE });
    for (let one = target; first !== undefined && one.length >= first.length; one = path.dirname(one)) {
      await syncDirectory(path.dirname(one));
    }
  }

  return {
    scratch,
    async put(key, localFile) {
      const file = fileOf(key);
      try {
        await createFolder(path.dirname(file));
        const written = await open(localFile, 'r+');
        await written.sync().finally(() => written.close());
        await rename(localFile, file);
        await syncDirectory(path.dirname(file));
      } catch (error) {
        throw new FilesUnavailableError(error);
      }
    },
    async open(key) {
      try {
        const file = await open(fileOf(key));
        const { size } = await file.stat();
        return { size, stream: file.createReadStream() };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw new FilesUnavailableError(error);
      }
    },
    delete: (key) => rm(fileOf(key), { force: true }),
    async *list(): AsyncGenerator<ListedFile> {
      for (const name of await readdir(root, { recursive: true })) {
        const key = name.split(path.sep).join('/');
        if (key.startsWith(SCRATCH)) continue;
        // Another process may delete a file at any time.
        const found = await stat(path.join(root, name)).catch(() => undefined);
        if (found?.isFile()) yield { key, size: found.size, modifiedAt: found.mtimeMs };
      }
    },
    async requireRoom(bytes) {
      const { bavail, bsize } = await statfs(root);
      if (bavail * bsize < minFreeBytes + bytes) throw new FilesUnavailableError('too little room on the disk');
    },
  };
}
