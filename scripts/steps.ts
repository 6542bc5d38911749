import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.resolve(import.meta.dirname, '..');
/** Installing mostly waits, so one more than most machines have processors. */
const STEPS_AT_ONCE = 3;

const environment = () => ({
  ...process.env,
  PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
});

/** Runs a program in the project's folder. Returns whether it succeeded. */
export function step(title: string, program: string, ...args: string[]): boolean {
  console.log(`== ${title}`);
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: environment() });
  return status === 0;
}

/** Runs a program beside others: its output is printed at its end. */
async function together(title: string, program: string, ...args: string[]): Promise<boolean> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment() });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  console.log(`== ${title}`);
  process.stdout.write(out);
  process.stderr.write(err);
  return code === 0;
}

/** They are not in the repository. */
export function generateTypes(): boolean {
  return step('types of the team API for the console', process.execPath, 'scripts/console-types.ts');
}

/** Scripts write these files of the repository: what they are, and the script. */
const GENERATED = [
  ['types of the client from the contract', 'scripts/client-types.ts'],
  ['reference of the client from its types', 'scripts/client-reference.ts'],
  ['page of what clients get wrong from the conformance suite', 'scripts/client-rules.ts'],
  ['settings page from the settings', 'scripts/settings-page.ts'],
  ['table of layers from their list', 'scripts/architecture-layers.ts'],
] as const;

export function generate(): boolean {
  return generateTypes() && GENERATED.every(([title, script]) => step(title, process.execPath, script));
}

type Step = Parameters<typeof together>;

/** `tsc` checks each by itself: their libraries and modules differ. */
const TYPE_CHECKS = [
  ['the server', '.'],
  ['the console', 'packages/console'],
  ["the console's tests", 'packages/console/test'],
  ['the client', 'packages/client'],
  ['the widget', 'packages/widget'],
  ["the demo's pages", 'packages/demo/page'],
  ['the tests of client, demo and widget', 'packages/tsconfig.tests.json'],
] as const;

/** For tests, besides checked code. Programs download while the compiler works. */
const PREPARATIONS: readonly Step[] = [
  ['programs for tests', 'sh', 'scripts/install-programs.sh'],
  ['builds of the console and the widget', process.execPath, 'scripts/build.ts'],
];

/** Goes on after a failure. Prints at the end which steps failed. */
async function runSteps(steps: Step[]): Promise<boolean> {
  const failed: string[] = [];
  const next = async (): Promise<void> => {
    const one = steps.shift();
    if (one === undefined) return;
    if (!(await together(...one))) failed.push(one[0]);
    await next();
  };
  await Promise.all(Array.from({ length: STEPS_AT_ONCE }, next));
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  return failed.length === 0;
}

const checks = (): Step[] => [
  ['lint and format', 'biome', 'check', '--error-on-warnings', '.'],
  // Compiler threads share no types: together they use twice the processor time.
  ...TYPE_CHECKS.map(([of, folder]): Step => [`types of ${of}`, 'tsc', '-p', folder, '--singleThreaded']),
  ...GENERATED.map(([title, script]): Step => [title, process.execPath, script, '--check']),
];

/** Checks lint, format, types and generated files. Returns whether all passed. */
export async function check(): Promise<boolean> {
  return generateTypes() && (await runSteps(checks()));
}

/** Prepares what tests need, and checks the code. Returns whether all steps succeeded. */
export async function prepareTests(checked: boolean): Promise<boolean> {
  if (!checked) return runSteps([...PREPARATIONS]);
  return generateTypes() && (await runSteps([...PREPARATIONS, ...checks()]));
}
