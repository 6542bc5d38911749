import fs from 'node:fs';
import path from 'node:path';
import { createPrivateFile } from './privacy.ts';
import { syncDirectory } from './sync.ts';

/**
 * Has `write` fill a new file of mode 0600 under another name, and gives it its name once it is
 * whole and on disk. A failure leaves nothing behind.
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
    // A link fails where the name is taken, so that no earlier backup is ever overwritten.
    fs.linkSync(partial, file);
  } finally {
    fs.rmSync(partial, { force: true });
  }
  await syncDirectory(path.dirname(path.resolve(file)));
}
