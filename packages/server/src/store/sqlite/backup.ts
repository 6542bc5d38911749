import fs from 'node:fs';
import path from 'node:path';
import { syncDirectory } from './sync.ts';

/**
 * Calls `write` with the name of a temporary file that is empty. Renames it to `file` when it is
 * complete and on disk. After a failure there is no file.
 *
 * @throws Error with code EEXIST if the file exists
 */
export async function writeAtomically(file: string, write: (partial: string) => Promise<unknown>): Promise<void> {
  const partial = `${file}.partial`;
  fs.rmSync(partial, { force: true });
  // Where others may write, a link that one of them puts there now would be followed.
  fs.closeSync(fs.openSync(partial, 'wx', 0o600));
  try {
    await write(partial);
    await using handle = await fs.promises.open(partial, 'r+');
    await handle.sync();
    // Unlike a rename, a link never overwrites a backup.
    fs.linkSync(partial, file);
  } finally {
    fs.rmSync(partial, { force: true });
  }
  await syncDirectory(path.dirname(path.resolve(file)));
}
