import fs from 'node:fs';
import path from 'node:path';
import { createPrivateFile } from './privacy.ts';
import { syncDirectory } from './sync.ts';

/**
 * Lets `write` fill a file with another name and mode 0600. The file gets its name when it is
 * complete and on disk. After a failure there is no file.
 */
export async function writeWhole(file: string, write: (partial: string) => Promise<unknown>): Promise<void> {
  const partial = `${file}.partial`;
  fs.rmSync(partial, { force: true });
  try {
    createPrivateFile(partial);
    await write(partial);
    const fd = fs.openSync(partial, 'r+');
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    // A link fails if the name exists, so an earlier backup is never overwritten.
    fs.linkSync(partial, file);
  } finally {
    fs.rmSync(partial, { force: true });
  }
  await syncDirectory(path.dirname(path.resolve(file)));
}
