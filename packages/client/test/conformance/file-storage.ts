import { mkdirSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../../src/index.ts';

/**
 * Keeps each value in a file. A value is replaced as a whole: if the process ends meanwhile, the
 * file has the old one or the new one.
 *
 * @param delay milliseconds that each write takes longer
 */
export function fileStorage(folder: string, delay = 0): Storage & { remove(key: string): Promise<void> } {
  mkdirSync(folder, { recursive: true });
  const fileOf = (key: string) => path.join(folder, encodeURIComponent(key));
  let writes = 0;
  return {
    get(key) {
      try {
        return readFileSync(fileOf(key), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async set(key, value) {
      const temporary = `${fileOf(key)}.${process.pid}.${++writes}`;
      const file = await open(temporary, 'w');
      await file.writeFile(value);
      await file.close();
      if (delay > 0) await sleep(delay);
      await rename(temporary, fileOf(key));
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}
