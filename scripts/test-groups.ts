import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files of these folders can share a process: each test or suite has its own server. */
const GROUPED = ['packages/server/test/api/team/', 'packages/server/test/api/player/'];
const GROUP_SIZE = 8;

/** Test files, in the groups that run in one process. */
export function groupsOf(files: readonly string[]): readonly (readonly string[])[] {
  const isGrouped = (file: string) => GROUPED.some((folder) => file.includes(folder));
  const alone = files.filter((file) => !isGrouped(file)).map((file) => [file]);
  const grouped = files.filter(isGrouped);
  const count = Math.ceil(grouped.length / GROUP_SIZE);
  const groups = Array.from({ length: count }, (_, index) =>
    grouped.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  );
  return [...alone, ...groups];
}

/**
 * Writes a file for each group, because loading the server takes longer than most tests of an
 * operation. Each of its files is one test, so that its servers end before the next file begins.
 *
 * @param folder for these files, in a new folder: those of another call can have the same names.
 *   Node's test runner finds none in node_modules
 * @returns the files to run
 */
export function writeGroups(root: string, folder: string, files: readonly string[]): string[] {
  const own = mkdtempSync(path.join(folder, 'groups-'));
  return groupsOf(files).map((group) => {
    const [first = '', ...others] = group;
    if (others.length === 0) return first;
    const name = path.relative(path.join(root, 'packages'), path.resolve(root, first)).replaceAll(path.sep, '-');
    const file = path.join(own, name.replace(/\.ts$/, '.mjs'));
    const tests = group.map((one) => {
      const url = pathToFileURL(path.resolve(root, one)).href;
      return `await test(${JSON.stringify(path.basename(one))}, () => import(${JSON.stringify(url)}));\n`;
    });
    writeFileSync(file, `import { test } from 'node:test';\n${tests.join('')}`);
    return file;
  });
}
