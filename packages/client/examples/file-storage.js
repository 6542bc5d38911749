import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** The ending of a file that is being written. */
const NEW = '.new';
/** A new file of this age was left by a process that was killed. */
const LEFT_AFTER_MS = 60_000;

/**
 * A storage for Node: one file for each key. A value is written beside the old one, synced, and
 * renamed. So a file always has a complete value, also after a crash or a power failure. Only this
 * user of the system can read the files, because the installation id is the player. If several
 * processes use the folder at the same time: `withLease(fileStorage(folder))`.
 *
 * @param {string} folder
 * @returns {import('@player-support/client').Storage}
 */
export function fileStorage(folder) {
  const fileOf = (/** @type {string} */ key) => path.join(folder, encodeURIComponent(key));
  let isCleaned = false;
  async function prepare() {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (isCleaned) return;
    isCleaned = true;
    for (const name of await readdir(folder)) {
      if (!name.endsWith(NEW)) continue;
      const file = path.join(folder, name);
      const modified = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => Infinity,
      );
      if (modified < Date.now() - LEFT_AFTER_MS) await rm(file, { force: true });
    }
  }
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
      await prepare();
      const beside = `${fileOf(key)}.${randomUUID()}${NEW}`;
      const file = await open(beside, 'wx', 0o600);
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
