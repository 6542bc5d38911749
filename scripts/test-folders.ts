import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** `npm test`, `npm run test:all` and `npm run soak`. */
export type Command = 'test' | 'all' | 'soak';

interface TestFolder {
  /** `test` runs in `npm test` and `npm run test:all`, `all` only in the latter. */
  readonly command: Command;
  /** On each database engine, or once. */
  readonly eachEngine?: boolean;
  /** One at a time after all others: these files overload a server. */
  readonly alone?: boolean;
  /** The files start programs or a browser. A failed one is repeated. */
  readonly repeated?: boolean;
  /** The files can share a process, in turn. */
  readonly shared?: boolean;
}

const TEST_FOLDERS: Readonly<Record<string, TestFolder>> = {
  unit: { command: 'test', shared: true },
  api: { command: 'test', eachEngine: true, shared: true },
  // The protocol does not depend on the database.
  http: { command: 'test', shared: true },
  engines: { command: 'test', shared: true },
  // The SDK against a server, which responds alike on both engines.
  server: { command: 'test', shared: true },
  programs: { command: 'test', eachEngine: true, repeated: true, shared: true },
  // Several nodes, or a killed server, once.
  smoke: { command: 'test', repeated: true },
  // One path through the console or widget in a browser.
  e2e: { command: 'test', repeated: true, shared: true },
  pages: { command: 'all', repeated: true, shared: true },
  nodes: { command: 'all', repeated: true },
  // Builds packages, copies whole databases, or starts many processes.
  full: { command: 'all', repeated: true },
  system: { command: 'all', eachEngine: true, repeated: true },
  soak: { command: 'soak', alone: true },
  // `soak` on each engine, with the program that the benchmark compares with the server.
  load: { command: 'soak', eachEngine: true, alone: true },
};

/** Random steps. `npm run soak` repeats them with other seeds. */
const RANDOM = /\.property\.test\.ts$/;

/** `programs`: files that start programs or a browser, beside `code`. `alone` follows both. */
export type Queue = 'code' | 'programs' | 'alone';
const QUEUES: readonly Queue[] = ['code', 'programs', 'alone'];

function queueOf({ alone, repeated }: TestFolder): Queue {
  if (alone === true) return 'alone';
  return repeated === true ? 'programs' : 'code';
}

/** On one engine. */
export interface TestRun {
  readonly engine: string;
  readonly queue: Queue;
  /** Runs only tests that follow from operations' facts. */
  readonly derived: boolean;
  readonly files: readonly string[];
}

interface Place {
  /** From the project's root, with slashes on every system. */
  readonly path: string;
  /** Package and folder, for example `server/api`. */
  readonly name: string;
  readonly folder: TestFolder;
}

/** Throws Error for a file in no known folder: it would run on too few engines. */
export function placeOf(root: string, file: string): Place {
  const relative = path.relative(root, path.resolve(root, file)).split(path.sep).join('/');
  const [, packageName = '', name = ''] = /^packages\/([^/]+)\/test\/([^/]+)\/.*\.test\.ts$/.exec(relative) ?? [];
  const folder = Object.hasOwn(TEST_FOLDERS, name) ? TEST_FOLDERS[name] : undefined;
  if (folder === undefined)
    throw new Error(`${file} is in none of the folders ${Object.keys(TEST_FOLDERS).join(', ')}`);
  return { path: relative, name: `${packageName}/${name}`, folder };
}

export function isRepeated(root: string, file: string): boolean {
  return placeOf(root, file).folder.repeated === true;
}

/** Throws Error if a file is in no known folder. */
export function filesOf(root: string, files: readonly string[], command: Command): string[] {
  return files.filter((file) => {
    const { command: first } = placeOf(root, file).folder;
    if (command === 'soak') return first === 'soak' || RANDOM.test(file);
    return first === 'test' || first === command;
  });
}

/** Tests follow from an operation's facts. */
function hasFacts(root: string, file: string): boolean {
  return /^(await )?test(Team|Player)Operation\(/m.test(readFileSync(path.resolve(root, file), 'utf8'));
}

/**
 * A queue runs its first engine first, engine-independent files only there. `quick`: others run
 * only tests from facts. Throws Error for unknown folders.
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

/** Chooses an eighth of what `npm run test:all` adds to `npm test`, by the hash `commit`. */
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
