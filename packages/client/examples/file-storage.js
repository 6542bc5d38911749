import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * A storage for Node: one file for each key. A value is written beside the old one, synced, and
 * renamed. So a file always has a complete value, also after a crash or a power failure. If several
 * processes use the folder at the same time: `withLease(fileStorage(folder))`.
 *
 * @param {string} folder
 * @returns {import('@player-support/client').Storage}
 */
export function fileStorage(folder) {
  const fileOf = (/** @type {string} */ key) => path.join(folder, encodeURIComponent(key));
  return {
    async get(key) {
      try {
        return await readFile(fileOf(key), 'utf8');
      } catch (error) {
        if (/** @type {{ code?: string }} */ (error).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async set(key, value) {
      await mkdir(folder, { recursive: true });
      const beside = `${fileOf(key)}.${randomUUID()}`;
      const file = await open(beside, 'w');
      try {
        await file.writeFile(value);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, fileOf(key));
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    scope: 'process',
  };
}
