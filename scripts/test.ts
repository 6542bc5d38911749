import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type PostgresServer, startPostgres } from '../packages/server/test/helpers/postgres-server.ts';
import { processorSeconds } from './processor-time.ts';
import { prepareTests } from './steps.ts';
import { BUDGET_SECONDS, FAILURE_FACTOR, secondsByFolder, startProbes } from './test-budget.ts';
import { type Command, filesOf, type Queue, sliceOf, type TestRun, testRuns } from './test-folders.ts';
import { writeGroups } from './test-groups.ts';
import { type Quarantined, quarantineErrors } from './test-quarantine.ts';
import { type EngineFailure, filesToRepeat } from './test-repeats.ts';
import { type Failure, nameOf, type Progress, type Results } from './test-summary.ts';

/** Linux keeps files of this folder in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** Far more than files need at once. */
const MIN_MEMORY_BYTES = 8 * 1024 ** 3;

const root = path.resolve(import.meta.dirname, '..');

/** Creating and deleting databases on a disk can take longer than the tests. */
function temporaryFolder(): string {
  const space = existsSync(MEMORY_FOLDER) ? statfsSync(MEMORY_FOLDER) : { bavail: 0, bsize: 0 };
  const parent = space.bavail * space.bsize >= MIN_MEMORY_BYTES ? MEMORY_FOLDER : os.tmpdir();
  const folder = mkdtempSync(path.join(parent, 'player-support-tests-'));
  // If root starts PostgreSQL, it runs as another user.
  chmodSync(folder, 0o755);
  return folder;
}

interface RunOptions {
  readonly engine: string;
  readonly files: readonly string[];
  readonly concurrency: number;
  readonly derived: boolean;
  readonly postgresUrl: string;
  readonly folder: string;
  /** Absent: print every test. */
  readonly progress: Progress | undefined;
}

/** In the run's folder: the cost of each file's process. */
const TIMES = 'processor-times.tsv';

let runCount = 0;

async function run(options: RunOptions): Promise<Results> {
  const { engine, files, concurrency, derived, postgresUrl, folder, progress } = options;
  const what = derived ? 'tests of the facts of operations' : 'tests';
  console.log(`== ${what} on ${engine}, ${files.length} files, ${concurrency} at a time`);
  const results = path.join(folder, `results-${++runCount}.json`);
  const args = [
    `--import=${path.join(root, 'scripts/test-process.ts')}`,
    '--test',
    '--test-timeout=600000',
    `--test-concurrency=${concurrency}`,
  ];
  for (const reporter of [...(progress === undefined ? ['spec'] : []), './scripts/test-summary.ts']) {
    args.push(`--test-reporter=${reporter}`, '--test-reporter-destination=stdout');
  }
  const child = spawn(process.execPath, [...args, ...files], {
    cwd: root,
    stdio: 'inherit',
    env: {
      // Without the cache each process strips all modules' types again.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/tests'),
      ...process.env,
      TEST_ENGINE: engine,
      TEST_POSTGRES_URL: postgresUrl,
      TEST_RESULTS: results,
      TEST_TIMES: path.join(folder, TIMES),
      ...(derived ? { TEST_DERIVED: '1' } : {}),
      ...(progress === undefined ? {} : { TEST_PROGRESS: JSON.stringify(progress) }),
    },
  });
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  const found = existsSync(results)
    ? (JSON.parse(readFileSync(results, 'utf8')) as Results)
    : { passed: 0, skipped: 0, failures: [], ended: [] };
  if (code !== 0 && found.failures.length === 0)
    return { ...found, failures: [{ file: '', text: `✖ the test runner ended with ${code}\n` }] };
  return { ...found, failures: [...found.failures, ...notEnded(files, found)] };
}

/** Lists files whose processes ended with code 0 before their tests. Node does not report it. */
function notEnded(files: readonly string[], { ended, failures }: Results): Failure[] {
  return files
    .map(nameOf)
    .filter((name) => !ended.includes(name) && !failures.some(({ file }) => file === name))
    .map((file) => ({ file, text: `✖ ${file} did not run to its end\n` }));
}

interface Outcome {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly EngineFailure[];
  readonly unstable: readonly EngineFailure[];
}

async function runAll(runs: readonly TestRun[], folder: string, postgresUrl: string): Promise<Outcome> {
  const started = performance.now();
  const planned = runs.map((one) => ({ ...one, files: writeGroups(root, folder, one.files) }));
  const all = planned.reduce((sum, one) => sum + one.files.length, 0);
  writeFileSync(path.join(folder, TIMES), '');
  const shared = { postgresUrl, folder };
  let failures: EngineFailure[] = [];
  let [passed, skipped] = [0, 0];
  async function runQueue(name: Queue, concurrency: number): Promise<void> {
    for (const { engine, derived, files } of planned.filter(({ queue }) => queue === name)) {
      const seconds = (performance.now() - started) / 1000;
      const progress = printsAll ? undefined : { all, seconds };
      const results = await run({ ...shared, engine, files, concurrency, derived, progress });
      failures.push(...results.failures.map((one) => ({ ...one, engine })));
      passed += results.passed;
      skipped += results.skipped;
    }
  }
  // Programs and browsers mostly wait, so they run beside others.
  const [code, programs] = mode === 'test' ? [3, 1] : [2, 3];
  await Promise.all([runQueue('code', code), runQueue('programs', programs)]);
  await runQueue('alone', 1);
  const unstable: EngineFailure[] = [];
  for (const { engine, file } of chosen.length > 0 ? [] : filesToRepeat(root, failures)) {
    const repeat = { ...shared, engine, files: [file], concurrency: 1, derived: false, progress: undefined };
    if ((await run(repeat)).failures.length > 0) continue;
    const isOfFile = (one: EngineFailure) => one.engine === engine && one.file === file;
    unstable.push(...failures.filter(isOfFile));
    failures = failures.filter((one) => !isOfFile(one));
  }
  return { passed: passed + unstable.length, skipped, failures, unstable };
}

/** Prints processor time. Returns whether it is below the limit of `npm test`; others have none. */
function reportTimes(folder: string, slowness: number): boolean {
  const timesFile = path.join(folder, TIMES);
  const [all, tests] = [processorSeconds(), secondsByFolder(root, timesFile)];
  const rest = all - tests.reduce((sum, [, seconds]) => sum + seconds, 0);
  console.log('== processor time');
  for (const [name, seconds] of [...tests, ['checks, builds, PostgreSQL', rest] as const])
    console.log(`${seconds.toFixed(0).padStart(6)} s  ${name}`);
  const counted = all / slowness;
  console.log(`${all.toFixed(0).padStart(6)} s, ${counted.toFixed(0)} s on the reference machine`);
  if (mode !== 'test' || counted <= BUDGET_SECONDS) return true;
  const limit = BUDGET_SECONDS * FAILURE_FACTOR;
  const [word, bound] = counted <= limit ? ['warning', BUDGET_SECONDS] : ['failed', limit];
  console.log(`${word}: more than ${bound} s. Make tests cheaper, or move some to another folder`);
  return counted <= limit;
}

function printFailures(title: string, failures: readonly EngineFailure[]): void {
  if (failures.length === 0) return;
  console.log(`== ${title}`);
  for (const { engine, text } of failures) console.log(text.replace(/^✖/, `✖ ${engine}`));
}

// `--all`, `--slice`, `--soak`, or test files. Without arguments, this is `npm test`.
const [first, ...others] = process.argv.slice(2);
const MODES: Readonly<Record<string, Command | 'slice'>> = { '--all': 'all', '--slice': 'slice', '--soak': 'soak' };
const mode = first === undefined ? 'test' : MODES[first];
const chosen = mode === undefined ? [first ?? '', ...others] : [];
const needsCheck = mode === 'test' || mode === 'all';
const printsAll = mode === undefined || mode === 'soak';
// Failing tests with random steps print the seed.
if (mode === 'soak') process.env.TEST_SEED ??= `${randomInt(2 ** 31)}`;

function plannedRuns(): TestRun[] {
  const engines = process.env.TEST_ENGINE === undefined ? ['sqlite', 'postgres'] : [process.env.TEST_ENGINE];
  if (mode === undefined) return testRuns(root, chosen, engines, false);
  const every = globSync('packages/*/test/**/*.test.ts', { cwd: root }).sort();
  if (mode !== 'slice') return testRuns(root, filesOf(root, every, mode), engines, mode === 'test');
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout;
  return sliceOf(root, every, engines, commit);
}

function isQuarantineValid(): boolean {
  const list = JSON.parse(readFileSync(path.join(root, 'scripts/quarantine.json'), 'utf8')) as Quarantined[];
  const errors = quarantineErrors(root, list, Date.now());
  if (errors.length > 0) console.log(`== scripts/quarantine.json\n${errors.join('\n')}`);
  return errors.length === 0;
}

/** Returns whether all passed within their limit. */
async function main(): Promise<boolean> {
  const started = performance.now();
  if (needsCheck && !isQuarantineValid()) return false;
  const probes = startProbes();
  if (!(await prepareTests(needsCheck))) return false;
  const folder = temporaryFolder();
  process.env.TMPDIR = folder;
  let postgres: PostgresServer | undefined;
  try {
    postgres = await startPostgres();
    const { passed, skipped, failures, unstable } = await runAll(plannedRuns(), folder, postgres.url);
    // PostgreSQL's processor time counts only after its processes have ended.
    await postgres.remove();
    postgres = undefined;
    probes.stop();
    const isBelowLimit = reportTimes(folder, probes.slowness());
    // Printed again, so that a long log ends with all failures.
    printFailures('unstable (passed when repeated)', unstable);
    printFailures('failed tests', failures);
    console.log(`${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
    console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
    // A run without tests shows nothing.
    return isBelowLimit && failures.length === 0 && passed > 0;
  } finally {
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exit((await main()) ? 0 : 1);
