import fs from 'node:fs';
import { copyFile, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncDirectory } from '../store/sqlite/sync.ts';
import { requireDiskSpace } from './disk-space.ts';
import { type FileStore, FilesUnavailableError, isKey, type ListedFile, requireKey } from './file-store.ts';

/** For incomplete files. No key has such a name, so no stored file is in it. */
const SCRATCH = '.incomplete';
const FOLDER_MODE = 0o700;
/** Errors of file systems that cannot link a file there. */
const NO_LINK = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';

/** Undefined if a file is missing. */
async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new FilesUnavailableError(error);
  }
}

/**
 * `minFreeBytes` stay free, because the database may share the disk. Without `create`, a new folder
 * can store nothing.
 */
export function folderStore(folder: string, minFreeBytes: number, create = true): FileStore {
  const root = path.resolve(folder);
  const scratch = path.join(root, SCRATCH);
  if (create) fs.mkdirSync(scratch, { recursive: true, mode: FOLDER_MODE });
  const fileOf = (key: string) => path.join(root, ...requireKey(key).split('/'));

  /** Syncs each folder that got an entry. */
  async function createFolder(target: string): Promise<void> {
    const first = await mkdir(target, { recursive: true, mode: FOLDER_MODE });
    for (let one = target; first !== undefined && one.length >= first.length; one = path.dirname(one)) {
      await syncDirectory(path.dirname(one));
    }
  }

  /** Entry by entry, so a large folder needs no memory. */
  async function* filesBelow(parent: string): AsyncGenerator<ListedFile> {
    const entries = await unlessMissing(() => opendir(path.join(root, parent)));
    if (entries === undefined) return;
    for await (const entry of entries) {
      const key = parent === '' ? entry.name : `${parent}/${entry.name}`;
      if (!isKey(key)) continue;
      if (entry.isDirectory()) yield* filesBelow(key);
      if (!entry.isFile()) continue;
      // Another process may delete a file at any time.
      const found = await unlessMissing(() => stat(path.join(root, key)));
      if (found !== undefined) yield { key, size: found.size, modifiedAt: found.mtimeMs };
    }
  }

  return {
    name: root,
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
      const file = fileOf(key);
      return unlessMissing(async () => {
        const opened = await open(file);
        const { size } = await opened.stat();
        return { size, stream: opened.createReadStream() };
      });
    },
    async size(key) {
      const file = fileOf(key);
      return (await unlessMissing(() => stat(file)))?.size;
    },
    async save(key, localFile) {
      const file = fileOf(key);
      const isSaved = await unlessMissing(async () => {
        // A stored file never changes, so a link is as good as a copy.
        await link(file, localFile).catch((error) => {
          if (!NO_LINK.has(codeOf(error))) throw error;
          return copyFile(file, localFile, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
        });
        return true;
      });
      return isSaved ?? false;
    },
    async delete(key) {
      const file = fileOf(key);
      await unlessMissing(() => rm(file));
    },
    list: (first = '') => filesBelow(first),
    requireDiskSpace: (bytes) => requireDiskSpace(root, bytes, minFreeBytes),
  };
}
