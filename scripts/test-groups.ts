import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRepeated, placeOf } from './test-folders.ts';

/** The most in a process. Those with programs or a browser take long. */
const GROUP_SIZE = 46;
const PROGRAMS_GROUP_SIZE = 9;
/** A test in a group is a file. With programs or a browser it may take longer. */
const FILE_TIMEOUT_MS = 600_000;
const PROGRAMS_FILE_TIMEOUT_MS = 1_800_000;

/** These files change or measure their process. */
const OWN_PROCESS: readonly RegExp[] = [
  // The process's timers run faster.
  /^packages\/client\/test\/unit\//,
  // Ids of a process never go back in time. These files need an earlier clock.
  /^packages\/server\/test\/api\/(?:team\/audit\/audit-log|player\/upload-attachment)\.test\.ts$/,
  // A helper starts their server on import.
  /^packages\/console\/test\/pages\/accessibility-(?:dark|light)\.test\.ts$/,
  // Measures its process's memory.
  /^packages\/server\/test\/unit\/read-body\.test\.ts$/,
  // Counts the processes that it started.
  /^packages\/server\/test\/unit\/images\.test\.ts$/,
];

export interface TestGroup {
  /** The folder with a number. A file with its own process is named by its path. */
  readonly name: string;
  readonly files: readonly string[];
}

/** Groups test files of one folder to run in one process. */
export function groupsOf(root: string, files: readonly string[]): readonly TestGroup[] {
  const single: TestGroup[] = [];
  const byFolder = new Map<string, string[]>();
  for (const file of files) {
    const place = placeOf(root, file);
    if (place.folder.shared !== true || OWN_PROCESS.some((pattern) => pattern.test(place.path)))
      single.push({ name: file, files: [file] });
    else byFolder.set(place.name, [...(byFolder.get(place.name) ?? []), file]);
  }
  const groups = [...byFolder].flatMap(([name, all]) => {
    const most = all.some((file) => isRepeated(root, file)) ? PROGRAMS_GROUP_SIZE : GROUP_SIZE;
    const count = Math.ceil(all.length / most);
    const size = Math.ceil(all.length / count);
    return Array.from({ length: count }, (_, index) => ({
      name: `${name.replace('/', '-')}-${index + 1}`,
      files: all.slice(index * size, (index + 1) * size),
    }));
  });
  return [...single, ...groups];
}

/** See `afterGroup`: a hook of the process would run after its first test. */
const BEGIN = `import { test } from 'node:test';
import { endIfStillOpen } from ${JSON.stringify(new URL('test-end.ts', import.meta.url))};
globalThis.endsOfGroup = [];
`;
/** The group prints errors after its tests, which Node does not report. */
const END = `endIfStillOpen();
for (const { reason } of await Promise.allSettled(endsOfGroup.map((end) => end()))) {
  if (reason === undefined) continue;
  console.error(reason);
  process.exitCode = 1;
}
`;

/**
 * Writes a file per group, in which each test file is one test: importing the server takes longer
 * than most. `folder`: each call makes a new one there.
 */
export function writeGroups(root: string, folder: string, files: readonly string[]): string[] {
  const own = mkdtempSync(path.join(folder, 'groups-'));
  return groupsOf(root, files).map(({ name, files: group }) => {
    if (group.length === 1) return group[0] ?? name;
    const file = path.join(own, `${name}.test.mjs`);
    const tests = group.map((one) => {
      const url = pathToFileURL(path.resolve(root, one)).href;
      const timeout = isRepeated(root, one) ? PROGRAMS_FILE_TIMEOUT_MS : FILE_TIMEOUT_MS;
      return `await test(${JSON.stringify(placeOf(root, one).path)}, { timeout: ${timeout} }, () => import(${JSON.stringify(url)}));\n`;
    });
    writeFileSync(file, `${BEGIN}${tests.join('')}${END}`);
    return file;
  });
}
