import { type FileRow, hasFile } from '../store/attachments.ts';
import type { Store } from '../store/store.ts';
import { fileKey, partKeys } from './file-keys.ts';
import type { FileStore } from './file-store.ts';

/** With more rows, a sample of files is compared, to bound work and memory. */
const MAX_FILES = 50_000;
/** Files looked at again, because the server may just have changed them. */
const MAX_CONFIRMED = 100;
const ALPHABET = '0123456789abcdefghijklmnopqrstuv';
/** Keys begin with the random ends of ids. */
const FOLDERS = [...ALPHABET].flatMap((first) => [...ALPHABET].map((second) => first + second));

/**
 * Compares files with rows, also while a server uses both, or a random sample of them. Lists at
 * most 4 x `maxFiles` files. Throws FilesUnavailableError.
 */
export async function compareFiles({ attachments, uploads }: Store, files: FileStore, maxFiles = MAX_FILES) {
  const divisions = Math.min(FOLDERS.length, Math.ceil((await attachments.count()) / maxFiles));
  const start = Math.floor(Math.random() * FOLDERS.length);
  const folders = [...FOLDERS, ...FOLDERS].slice(start, start + Math.floor(FOLDERS.length / Math.max(divisions, 1)));
  const isWhole = folders.length === FOLDERS.length;
  // First: rows exist before their files and outlive them, so new files are no orphans.
  const listed = await list(files, isWhole ? [undefined] : folders, 4 * maxFiles);
  const compared = listed.sizes.size;
  const chosen = new Set(folders);
  const missing: FileRow[] = [];
  const damaged: FileRow[] = [];
  for await (const rows of attachments.pages()) {
    for (const row of rows) {
      const key = fileKey(row);
      if (!chosen.has(key.slice(0, 2))) continue;
      const size = listed.sizes.get(key);
      // Malware that is still there is a file without a row.
      if (row.scan !== 'infected') listed.sizes.delete(key);
      if (!hasFile(row) || size === row.size) continue;
      if (size !== undefined) damaged.push(row);
      else if (listed.isComplete) missing.push(row);
    }
  }
  for await (const rows of uploads.withParts()) {
    for (const key of rows.flatMap(partKeys)) listed.sizes.delete(key);
  }
  const isStillWrong = async (row: FileRow) =>
    (await files.size(fileKey(row))) !== row.size &&
    (await attachments.byId(row.player_id, row.attachment_id)) !== undefined;
  const isStored = async (key: string) => (await files.size(key)) !== undefined;
  return {
    files: compared,
    /** The compared share of the files, 0 to 1. */
    share: folders.length / FOLDERS.length,
    /** Rows without a file. */
    missing: await confirmed(missing, isStillWrong, fileKey),
    /** Files with another size than their rows. */
    damaged: await confirmed(damaged, isStillWrong, fileKey),
    /** Files without a row. */
    orphans: await confirmed([...listed.sizes.keys()], isStored, (key) => key),
  };
}

async function list(files: FileStore, folders: readonly (string | undefined)[], most: number) {
  const sizes = new Map<string, number>();
  for (const folder of folders) {
    for await (const { key, size } of files.list(folder)) {
      if (sizes.size === most) return { sizes, isComplete: false };
      sizes.set(key, size);
    }
  }
  return { sizes, isComplete: true };
}

/** Some that are still there, and the number of all. Only the first are checked again. */
async function confirmed<T>(found: readonly T[], isStill: (one: T) => Promise<boolean>, keyOf: (one: T) => string) {
  const still: T[] = [];
  for (const one of found.slice(0, MAX_CONFIRMED)) if (await isStill(one)) still.push(one);
  const count = still.length + Math.max(0, found.length - MAX_CONFIRMED);
  const [first] = still;
  return first === undefined ? undefined : { count, example: keyOf(first) };
}
