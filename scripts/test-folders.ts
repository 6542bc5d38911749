import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The commands that run tests: `npm test`, `npm run test:all` and `npm run soak`. */
export type Command = 'test' | 'all' | 'soak';

/** How the tests of a folder of `packages/<name>/test` run. */
interface TestFolder {
  /** `test` runs in `npm test` and in `npm run test:all`, `all` only in the latter. */
  readonly command: Command;
  /** Whether they run once on each database engine, or only once. */
  readonly eachEngine?: boolean;
  /** Whether its files run one at a time, after all others: they overload a server. */
  readonly alone?: boolean;
  /** Whether its files start programs or a browser. One that fails is repeated. */
  readonly repeated?: boolean;
  /** Whether its files can run in one process, one after the other. */
  readonly shared?: boolean;
}

const TEST_FOLDERS: Readonly<Record<string, TestFolder>> = {
  unit: { command: 'test', shared: true },
  api: { command: 'test', eachEngine: true, shared: true },
  // The protocol, which is the same with each database.
  http: { command: 'test', shared: true },
  engines: { command: 'test', shared: true },
  // The SDK against a server, whose responses are the same on both engines.
  server: { command: 'test', shared: true },
  // The command line and other programs, as processes.
  programs: { command: 'test', eachEngine: true, repeated: true, shared: true },
  // Several nodes, or a server that is killed, once.
  smoke: { command: 'test', repeated: true },
  // One path through the console or the widget in a browser.
  e2e: { command: 'test', repeated: true, shared: true },
  pages: { command: 'all', repeated: true, shared: true },
  nodes: { command: 'all', repeated: true },
  // What builds packages, copies whole databases, or starts a process for each of many cases.
  full: { command: 'all', repeated: true },
  system: { command: 'all', eachEngine: true, repeated: true },
  // Chance, memory, or bounds on time.
  soak: { command: 'soak', alone: true },
  // The same, on each engine, and the program with which the benchmark compares the server.
  load: { command: 'soak', eachEngine: true, alone: true },
};

/** Random steps. `npm run soak` repeats them with other seeds. */
const RANDOM = /\.property\.test\.ts$/;

/**
 * `programs` has the folders whose files start programs or a browser. It runs at the same time as
 * `code`, and `alone` after both.
 */
export type Queue = 'code' | 'programs' | 'alone';
const QUEUES: readonly Queue[] = ['code', 'programs', 'alone'];

function queueOf({ alone, repeated }: TestFolder): Queue {
  if (alone === true) return 'alone';
  return repeated === true ? 'programs' : 'code';
}

/** Files of a queue that run on one engine. */
export interface TestRun {
  readonly engine: string;
  readonly queue: Queue;
  /** Whether only the tests run that follow from the facts of operations. */
  readonly derived: boolean;
  readonly files: readonly string[];
}

/** Where a test file is. */
interface Place {
  /** From the root of the project, with slashes on every system. */
  readonly path: string;
  /** Of the package and the folder, for example `server/api`. */
  readonly name: string;
  readonly folder: TestFolder;
}

/** @throws Error if a file is in no known folder: it would run on too few engines */
export function placeOf(root: string, file: string): Place {
  const relative = path.relative(root, path.resolve(root, file)).split(path.sep).join('/');
  const [, packageName = '', name = ''] = /^packages\/([^/]+)\/test\/([^/]+)\/.*\.test\.ts$/.exec(relative) ?? [];
  const folder = Object.hasOwn(TEST_FOLDERS, name) ? TEST_FOLDERS[name] : undefined;
  if (folder === undefined)
    throw new Error(`${file} is in none of the folders ${Object.keys(TEST_FOLDERS).join(', ')}`);
  return { path: relative, name: `${packageName}/${name}`, folder };
}

/** Whether a file that fails is run once more. */
export function isRepeated(root: string, file: string): boolean {
  return placeOf(root, file).folder.repeated === true;
}

/**
 * The files that a command runs.
 *
 * @throws Error if a file is in none of the known folders
 */
export function filesOf(root: string, files: readonly string[], command: Command): string[] {
  return files.filter((file) => {
    const { command: first } = placeOf(root, file).folder;
    if (command === 'soak') return first === 'soak' || RANDOM.test(file);
    return first === 'test' || first === command;
  });
}

/** Whether a file has the facts of an operation, from which tests follow. */
function hasFacts(root: string, file: string): boolean {
  return /^(await )?test(Team|Player)Operation\(/m.test(readFileSync(path.resolve(root, file), 'utf8'));
}

/**
 * Which files run in which queue, on which engine. A queue runs the first engine first. A file that
 * does not depend on the engine runs only on that one.
 *
 * @param quick whether further engines run only the tests that follow from the facts of operations:
 *   they send every statement
 * @throws Error if a file is in none of the known folders
 */
export function testRuns(
  root: string,
  files: readonly string[],
  engines: readonly string[],
  quick: boolean,
): TestRun[] {
  const located = files.map((file) => ({ file, folder: placeOf(root, file).folder }));
  return engines
    .flatMap((engine, index) =>
      QUEUES.map((queue) => {
        const derived = quick && index > 0;
        return {
          engine,
          queue,
          derived,
          files: located
            .filter(({ folder }) => queueOf(folder) === queue && (folder.eachEngine === true || index === 0))
            .filter(({ file }) => !derived || hasFacts(root, file))
            .map(({ file }) => file),
        };
      }),
    )
    .filter((run) => run.files.length > 0);
}

const SLICES = 8;

/**
 * An eighth of what `npm run test:all` runs and `npm test` does not. The commit chooses it.
 *
 * @param commit its hash
 */
export function sliceOf(root: string, files: readonly string[], engines: readonly string[], commit: string): TestRun[] {
  const inTest = testRuns(root, filesOf(root, files, 'test'), engines, true).filter(({ derived }) => !derived);
  const runsInTest = (engine: string, file: string) =>
    inTest.some((run) => run.engine === engine && run.files.includes(file));
  const slice = Number.parseInt(commit.slice(0, 8), 16) % SLICES;
  const sliceNumber = (name: string) => createHash('sha256').update(name).digest().readUInt32BE() % SLICES;
  return testRuns(root, filesOf(root, files, 'all'), engines, false)
    .map((run) => {
      const others = run.files.filter((file) => !runsInTest(run.engine, file));
      return {
        ...run,
        files: others.filter((file) => sliceNumber(`${run.engine} ${placeOf(root, file).path}`) === slice),
      };
    })
    .filter((run) => run.files.length > 0);
}
