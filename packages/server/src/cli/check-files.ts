import type { Config } from '../config/config.ts';
import { compareFiles } from '../files/compare-files.ts';
import { openFiles } from '../files/open-files.ts';
import type { Store } from '../store/store.ts';
import type { Finding } from './finding.ts';

/** Exactly the tickets' files are there. */
export async function checkFiles(store: Store, config: Config): Promise<Finding[]> {
  try {
    const files = openFiles(config, false);
    if (files === undefined) {
      const rows = await store.attachments.count();
      if (rows === 0) return [];
      return [{ level: 'problem', text: `the database has ${rows} files, but FILES_URL is not set` }];
    }
    const { files: compared, share, missing, damaged, orphans } = await compareFiles(store, files);
    const sample = share === 1 ? '' : `, a sample of ${(100 * share).toFixed(1)} %`;
    const found: Finding[] = [];
    if (missing !== undefined) {
      const text = `${missing.count} files are missing in ${files.name}, such as ${missing.example}; restore them from a backup`;
      found.push({ level: 'problem', text });
    }
    if (damaged !== undefined) {
      const text = `${damaged.count} files in ${files.name} have a wrong size, such as ${damaged.example}; restore them from a backup`;
      found.push({ level: 'problem', text });
    }
    if (orphans !== undefined) {
      const text = `${orphans.count} files in ${files.name} are in no row, such as ${orphans.example}; nobody can read them`;
      found.push({ level: 'warning', text });
    }
    if (found.length > 0) return found;
    return [{ level: 'ok', text: `${compared} files are in ${files.name}, and each has a row${sample}` }];
  } catch (error) {
    return [{ level: 'problem', text: `the files cannot be read: ${(error as Error).message}` }];
  }
}
