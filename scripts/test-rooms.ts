import path from 'node:path';

/** How the tests of a folder of `packages/<name>/test` run. */
interface Room {
  /** Once on each database engine; otherwise once in all. */
  readonly eachEngine: boolean;
  /** Alone: they load the server, measure or watch a browser. Otherwise two files at once. */
  readonly alone: boolean;
}

const ROOMS: Readonly<Record<string, Room>> = {
  unit: { eachEngine: false, alone: false },
  api: { eachEngine: true, alone: false },
  engines: { eachEngine: false, alone: false },
  system: { eachEngine: true, alone: true },
  nodes: { eachEngine: false, alone: true },
  // The console in a browser.
  e2e: { eachEngine: true, alone: true },
  pages: { eachEngine: false, alone: true },
  // The SDK against a server.
  server: { eachEngine: true, alone: true },
};

/** Files that run together on one engine. */
export interface TestRun {
  readonly engine: string;
  readonly alone: boolean;
  readonly files: readonly string[];
}

/** @throws Error if a file is in no room: it might be run on too few engines */
function roomOf(root: string, file: string): Room {
  const [, name = ''] = /^packages\/[^/]+\/test\/([^/]+)\/.*\.test\.ts$/.exec(posixPath(root, file)) ?? [];
  const room = Object.hasOwn(ROOMS, name) ? ROOMS[name] : undefined;
  if (room === undefined) throw new Error(`${file} is in none of the folders ${Object.keys(ROOMS).join(', ')}`);
  return room;
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
  const placed = files.map((file) => ({ file, room: roomOf(root, file) }));
  return engines
    .flatMap((engine, index) =>
      [false, true].map((alone) => ({
        engine,
        alone,
        files: placed
          .filter(({ room }) => room.alone === alone && (room.eachEngine || index === 0))
          .map(({ file }) => file),
      })),
    )
    .filter((run) => run.files.length > 0);
}
