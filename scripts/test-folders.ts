import path from 'node:path';

/** How the tests of a folder of `packages/<name>/test` run. */
interface TestFolder {
  /** Whether they run once on each database engine, or only once. */
  readonly eachEngine: boolean;
  /** Whether a file runs alone, because it loads the server or measures time. */
  readonly alone: boolean;
}

const TEST_FOLDERS: Readonly<Record<string, TestFolder>> = {
  unit: { eachEngine: false, alone: false },
  api: { eachEngine: true, alone: false },
  // The protocol, which is the same with each database.
  http: { eachEngine: false, alone: false },
  engines: { eachEngine: false, alone: false },
  system: { eachEngine: true, alone: true },
  nodes: { eachEngine: false, alone: false },
  // The console or the widget in a browser.
  e2e: { eachEngine: false, alone: false },
  pages: { eachEngine: false, alone: false },
  // The SDK against a server, whose responses are the same on both engines.
  server: { eachEngine: false, alone: false },
};

/** Files that run together on one engine. */
export interface TestRun {
  readonly engine: string;
  readonly alone: boolean;
  readonly files: readonly string[];
}

/** @throws Error if a file is in no known folder: it would run on too few engines */
function folderOf(root: string, file: string): TestFolder {
  const [, name = ''] = /^packages\/[^/]+\/test\/([^/]+)\/.*\.test\.ts$/.exec(posixPath(root, file)) ?? [];
  const folder = Object.hasOwn(TEST_FOLDERS, name) ? TEST_FOLDERS[name] : undefined;
  if (folder === undefined)
    throw new Error(`${file} is in none of the folders ${Object.keys(TEST_FOLDERS).join(', ')}`);
  return folder;
}

/** A file's path from the root of the project, with slashes on every system. */
function posixPath(root: string, file: string): string {
  return path.relative(root, path.resolve(root, file)).split(path.sep).join('/');
}

/**
 * Which files run together, on which engine, in this order. A file that does not depend on the
 * engine runs on the first one only.
 *
 * @throws Error if a file is in none of the known folders
 */
export function testRuns(root: string, files: readonly string[], engines: readonly string[]): TestRun[] {
  const located = files.map((file) => ({ file, folder: folderOf(root, file) }));
  return engines
    .flatMap((engine, index) =>
      [false, true].map((alone) => ({
        engine,
        alone,
        files: located
          .filter(({ folder }) => folder.alone === alone && (folder.eachEngine || index === 0))
          .map(({ file }) => file),
      })),
    )
    .filter((run) => run.files.length > 0);
}
